import { stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { needs } from "../test/needs.ts";
import { temporaryFolder } from "../test/project-folder.ts";
import { makeDirectory } from "./private-directory.ts";

test("many processes may create a directory at the same time", async () => {
  const folder = await temporaryFolder({});
  for (let round = 0; round < 50; round++) {
    const directory = join(folder.path, String(round), "a", "b");
    await Promise.all(Array.from({ length: 8 }, () => makeDirectory(directory)));
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
  }
  await folder.remove();
});

test(
  "a directory that cannot be created is refused",
  needs("Linux", process.platform === "linux"),
  async () => {
    await expect(makeDirectory("/proc/nowhere/at/all")).rejects.toThrow("ENOENT");
  },
);
