import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeDirectory } from "../../private-directory.ts";
import { systemMigrations } from "../system.ts";
import { pgliteFolder } from "./extensions.ts";
import type { PgliteDatabase } from "./pglite.ts";
import { isCompleteArchive } from "./tar.ts";

/**
 * Returns the path of the snapshot, a prepared database without data. It is in PGlite's `node_modules` folder, so that
 * only a user who can write to PGlite can write the snapshot. It is specific to a release of PGlite and to the content
 * of `system/`.
 */
export async function snapshotPath(): Promise<string> {
  const folder = join(pgliteFolder(), "..");
  const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const hash = createHash("sha256").update(JSON.stringify(await systemMigrations()));
  const name = `pglite-${version}-${hash.digest("hex").slice(0, 16)}.tar`;
  return join(folder, "../../.cache/portico", name);
}

/** Returns the snapshot, or undefined if it is missing or incomplete. */
export async function readSnapshot(file: string): Promise<Buffer<ArrayBuffer> | undefined> {
  try {
    const archive = await readFile(file);
    return (await isCompleteArchive(archive)) ? archive : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Saves a freshly prepared database as the snapshot, and removes those of other releases. Does nothing without
 * write access to the folder.
 */
export async function saveSnapshot(database: PgliteDatabase, file: string): Promise<void> {
  // Write to a unique name first, because other processes may look for the snapshot at the same time.
  const temporaryFile = `${file}.${randomUUID()}`;
  try {
    await makeDirectory(dirname(file));
    await database.saveTo(temporaryFile);
    await rename(temporaryFile, file);
    await removeOthers(file);
  } catch {
    await rm(temporaryFile, { force: true }).catch(() => {});
  }
}

/** Younger files are kept, because another process may be about to rename them. */
const minAgeMs = 60 * 60 * 1000;

async function removeOthers(file: string): Promise<void> {
  for (const name of await readdir(dirname(file))) {
    const other = join(dirname(file), name);
    if (other === file || !name.startsWith("pglite-")) continue;
    const { mtimeMs } = await stat(other);
    if (Date.now() - mtimeMs > minAgeMs) await rm(other, { force: true });
  }
}
