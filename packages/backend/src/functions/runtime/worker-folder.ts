import { rmSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { importMapOf } from "./package-imports.ts";

/** A folder that one worker uses while it runs. */
export interface WorkerFolder {
  /** The path of the function's import map or `deno.json`, if it has one. */
  readonly importMap: string | undefined;
  /** The folder that the function sees as `/tmp`. */
  readonly writable: string;
  remove(): Promise<void>;
  /** Removes the folder synchronously, because the process exits. */
  removeNow(): void;
}

/** Creates the folder of a worker, with an import map if the function has a `package.json`. */
export async function createWorkerFolder(importMap: string | undefined): Promise<WorkerFolder> {
  // Do not use a folder below /dev, because Deno denies access to it without full permissions.
  const parent = tmpdir().startsWith("/dev/") ? "/tmp" : tmpdir();
  const path = await realpath(await mkdtemp(join(parent, "portico-function-")));
  const writable = join(path, "tmp");
  await mkdir(writable);
  const isPackage = importMap !== undefined && basename(importMap) === "package.json";
  const generatedMap = join(path, "imports.json");
  if (isPackage) await writeFile(generatedMap, await importMapOf(importMap));
  return {
    importMap: isPackage ? generatedMap : importMap,
    writable,
    remove: () => rm(path, { recursive: true, force: true }),
    removeNow: () => rmSync(path, { recursive: true, force: true }),
  };
}
