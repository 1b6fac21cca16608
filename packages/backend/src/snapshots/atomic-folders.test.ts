import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../../test/project-folder.ts";
import { AtomicFolders } from "./atomic-folders.ts";
import { copyTree, readTree } from "./copy-tree.ts";

test("copyTree copies the files and folders of a tree, including empty folders", async () => {
  const folder = await projectFolder({ "from/a/b/one": "1", "from/two": "2" });
  await mkdir(join(folder, "from/empty"));
  const [from, to] = [join(folder, "from"), join(folder, "to")];
  await copyTree(
    from,
    readTree(from, (name) => name !== "two"),
    to,
  );
  expect((await readdir(to, { recursive: true })).sort()).toEqual(["a", "a/b", "a/b/one", "empty"]);
  expect(await readFile(join(to, "a/b/one"), "utf8")).toBe("1");
});

test("a copy that does not fit on the disk is removed, and the existing folder is unchanged", async () => {
  const folder = await projectFolder({ "snapshots/a/file": "old" });
  const folders = new AtomicFolders(join(folder, "snapshots"));
  const tree = {
    folders: ["database"],
    files: [{ path: "huge", sizeBytes: Number.MAX_SAFE_INTEGER }],
  };
  await expect(
    folders.replace("a", (path) => copyTree(join(folder, "none"), tree, path)),
  ).rejects.toThrow(/^The disk of .* is too full: the copy needs /);
  expect(await readdir(join(folder, "snapshots"))).toEqual(["a"]);
  expect(await readdir(join(folder, "snapshots/a"))).toEqual(["file"]);
});

test("the next replacement removes the files of a killed process", async () => {
  // No process has this id, because it is above the maximum of every system.
  const folder = await projectFolder({ "snapshots/.999999999-0a/file": "half" });
  const folders = new AtomicFolders(join(folder, "snapshots"));
  expect(await folders.names()).toEqual([]);
  await folders.replace("a", async (path) => {
    await mkdir(path);
    await writeFile(join(path, "file"), "new");
  });
  expect(await readdir(join(folder, "snapshots"))).toEqual(["a"]);
});

test("after a kill during its replacement, a folder has its old or its new content", async () => {
  // A process was killed after it had moved the old folder out, and before it moved the new one in.
  const folder = await projectFolder({
    "snapshots/.999999999-0a~a/file": "old",
    "snapshots/.999999999-0b/file": "new",
  });
  const folders = new AtomicFolders(join(folder, "snapshots"));
  expect(await folders.names()).toEqual(["a"]);
  expect(await readFile(join(folder, "snapshots/a/file"), "utf8")).toBe("old");

  // A process was killed after it had moved the new folder in, and before it deleted the old one.
  const later = await projectFolder({
    "snapshots/.999999999-0a~a/file": "old",
    "snapshots/a/file": "new",
  });
  const laterFolders = new AtomicFolders(join(later, "snapshots"));
  await laterFolders.replace("b", async (path) => void (await mkdir(path)));
  expect(await readFile(join(later, "snapshots/a/file"), "utf8")).toBe("new");
  expect(await readdir(join(later, "snapshots"))).toEqual(["a", "b"]);
});
