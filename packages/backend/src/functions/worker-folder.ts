import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { bootstrap, mainModule } from "./bootstrap.ts";
import { importMapOf } from "./package-imports.ts";
import type { ProjectFunction } from "./project-functions.ts";

/** A folder that a worker has to itself while it runs. */
export interface WorkerFolder {
  /** The program for Deno, out of the function's reach. */
  readonly mainModule: string;
  /** The path of the function's import map or `deno.json`, if any. */
  readonly importMap: string | undefined;
  /** What the function sees as `/tmp`. */
  readonly writable: string;
  remove(): Promise<void>;
}

export async function makeWorkerFolder({
  entrypoint,
  importMap,
}: ProjectFunction): Promise<WorkerFolder> {
  // Deno lets no program that lacks a permission reach files below /dev.
  const parent = tmpdir().startsWith("/dev/") ? "/tmp" : tmpdir();
  const path = await realpath(await mkdtemp(join(parent, "portico-function-")));
  const writable = join(path, "tmp");
  await mkdir(writable);
  await writeFile(join(path, "bootstrap.js"), bootstrap);
  await writeFile(join(path, "main.js"), mainModule(pathToFileURL(entrypoint).href));
  const isPackage = importMap !== undefined && basename(importMap) === "package.json";
  const ownMap = join(path, "imports.json");
  if (isPackage) await writeFile(ownMap, await importMapOf(importMap));
  return {
    mainModule: pathToFileURL(join(path, "main.js")).href,
    importMap: isPackage ? ownMap : importMap,
    writable,
    remove: () => rm(path, { recursive: true, force: true }),
  };
}
