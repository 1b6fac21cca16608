import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../../test/project-folder.ts";
import { writeTypesFile } from "./types-file.ts";

test("a types file is overwritten until someone edits it", async () => {
  const folder = await projectFolder({});
  const path = join(folder, "src/types.ts");
  const write = (types: string) => writeTypesFile(path, types, folder);
  expect(await write("one")).toBe("written");
  expect(await write("one")).toBe("unchanged");
  expect(await write("two")).toBe("written");
  await writeFile(path, "two, edited");
  expect(await write("three")).toBe("edited");
  expect(await readFile(path, "utf8")).toBe("two, edited");
});

test("a types file of another tool is not overwritten", async () => {
  const folder = await projectFolder({ "types.ts": "by hand" });
  expect(await writeTypesFile(join(folder, "types.ts"), "new", folder)).toBe("edited");
});

test("a types file does not count as edited after its process was killed while writing it", async () => {
  const folder = await projectFolder({});
  const path = join(folder, "types.ts");
  const record = join(folder, "types.sha256");
  await writeTypesFile(path, "one", folder);
  await writeTypesFile(path, "two", folder);
  // Create the state after a process was killed when it had written the record, but not the file.
  await writeFile(path, "one");
  expect(await writeTypesFile(path, "three", folder)).toBe("written");
  expect((await readFile(record, "utf8")).split("\n")).toHaveLength(2);
  expect((await readdir(folder)).sort()).toEqual(["types.sha256", "types.ts"]);
});
