import { existsSync } from "node:fs";
import { lstat, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../test/project-folder.ts";
import { onFreePorts } from "./http/listening/free-port.ts";
import { makeDataDirectory } from "./private-directory.ts";

test.each([
  ["the directory itself", ".portico", "elsewhere"],
  ["a file in it", ".portico/ports.json", "elsewhere/file"],
  ["a folder in it", ".portico/files", "elsewhere"],
  ["a file of the database", ".portico/base/5/1259", "elsewhere/file"],
])(
  "makeDataDirectory refuses a project's default directory if %s is a link",
  async (_, link, target) => {
    const root = await projectFolder({
      "elsewhere/file": "kept",
      "project/supabase/config.toml": "",
    });
    const path = join(root, "project", link);
    await mkdir(join(path, ".."), { recursive: true });
    await symlink(join(root, target), path);
    const directory = join(root, "project/.portico");
    await expect(makeDataDirectory(directory)).rejects.toThrow(`${path} is a link`);
    expect(await readFile(join(root, "elsewhere/file"), "utf8")).toBe("kept");
    expect(existsSync(join(root, "elsewhere/.gitignore"))).toBe(false);
  },
);

test("a directory that the developer chooses may be a link", async () => {
  const root = await projectFolder({ "disk/file": "" });
  await symlink(join(root, "disk"), join(root, "data"));
  await makeDataDirectory(join(root, "data"));
  expect(await readFile(join(root, "disk/.gitignore"), "utf8")).toBe("*\n");
});

test("the ports of a project replace a link instead of following it", async () => {
  const root = await projectFolder({ "victim.txt": "kept" });
  await symlink(join(root, "victim.txt"), join(root, "ports.json"));
  await onFreePorts(root, { api: 0 }, async ({ api }) => api);
  expect(await readFile(join(root, "victim.txt"), "utf8")).toBe("kept");
  expect((await lstat(join(root, "ports.json"))).isSymbolicLink()).toBe(false);
  await writeFile(join(root, "victim.txt"), "");
});
