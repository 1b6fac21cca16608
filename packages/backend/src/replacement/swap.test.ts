import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../test/project-folder.ts";
import { isReplacementPrepared, nextFolder, recoverSwap, swapIn, withNextFolder } from "./swap.ts";

/** Creates a data directory with a database and files, and a replacement for each. */
async function prepareDirectory() {
  const { path, remove } = await temporaryFolder({
    "database/version": "old",
    "files/a": "old",
    lock: "",
  });
  onTestFinished(remove);
  const next = nextFolder(path);
  await mkdir(join(next, "database"), { recursive: true });
  await writeFile(join(next, "database/version"), "new");
  await mkdir(join(next, "files"));
  return path;
}

const versionIn = (path: string) => readFile(join(path, "database/version"), "utf8");

test("swapIn replaces the database and its files", async () => {
  const path = await prepareDirectory();
  await (await swapIn(path)).keep();
  expect(await versionIn(path)).toBe("new");
  expect(await readdir(join(path, "files"))).toEqual([]);
  expect((await readdir(path)).sort()).toEqual(["database", "files", "lock"]);
});

test("undoing a swap restores the database and its files", async () => {
  const path = await prepareDirectory();
  await (await swapIn(path)).undo();
  expect(await versionIn(path)).toBe("old");
  expect(await readdir(join(path, "files"))).toEqual(["a"]);
  expect(isReplacementPrepared(path)).toBe(true);
});

test("recoverSwap restores files that a killed process has moved", async () => {
  const path = await prepareDirectory();
  await mkdir(join(path, "previous"));
  await rename(join(path, "database"), join(path, "previous/database"));
  await rename(join(path, "files"), join(path, "previous/files"));
  await rename(join(path, "next/files"), join(path, "files"));
  await recoverSwap(path);
  expect(await versionIn(path)).toBe("old");
  expect(await readdir(join(path, "files"))).toEqual(["a"]);
});

test("recoverSwap ignores a record that names a folder outside the data directory", async () => {
  const { path, remove } = await temporaryFolder({
    "hostile/swap.json": JSON.stringify({ from: "next", to: "../other" }),
    "other/database/version": "precious",
  });
  onTestFinished(remove);
  await recoverSwap(join(path, "hostile"));
  expect(await versionIn(join(path, "other"))).toBe("precious");
});

test("only one command at a time can prepare a replacement, and it removes the folder of a killed one", async () => {
  const directory = await prepareDirectory();
  await withNextFolder(directory, async (next) => {
    expect(await readdir(next)).toEqual([]);
    await expect(withNextFolder(directory, async () => {})).rejects.toThrow(
      /^Another command is replacing the database/,
    );
    await writeFile(join(next, "half"), "");
  });
  expect(await readdir(directory)).not.toContain("next");
  await withNextFolder(directory, async () => {});
});

test("recoverSwap refuses a directory in which a restore was killed before it moved the new database in", async () => {
  const { path, remove } = await temporaryFolder({ "replaced/database/version": "old" });
  onTestFinished(remove);
  await expect(recoverSwap(path)).rejects.toThrow(/^A portico restore into .* was interrupted/);
  expect(await readdir(path)).toEqual(["replaced"]);
  // Create the state after a restore was killed when it had moved the new database in.
  await mkdir(join(path, "database"));
  await recoverSwap(path);
});
