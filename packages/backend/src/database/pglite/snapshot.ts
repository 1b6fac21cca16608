import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeDirectory } from "../../private-directory.ts";
import { systemMigrations } from "../system.ts";
import { pgliteFolder } from "./extensions.ts";
import type { PgliteDatabase } from "./pglite.ts";
import { entriesIn } from "./tar.ts";

/**
 * The place of the snapshot, a prepared database without data. It lies in the `node_modules` of PGlite, so
 * that only those who can write PGlite can write it. It serves one release of PGlite and one state of the
 * files of `system/`.
 */
export async function placeOfSnapshot(): Promise<string> {
  const folder = join(pgliteFolder(), "..");
  const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const hash = createHash("sha256").update(JSON.stringify(await systemMigrations()));
  const name = `pglite-${version}-${hash.digest("hex").slice(0, 16)}.tar`;
  return join(folder, "../../.cache/portico", name);
}

/** The snapshot; undefined where it is missing or incomplete. */
export async function readSnapshot(place: string): Promise<Buffer<ArrayBuffer> | undefined> {
  try {
    const archive = await readFile(place);
    entriesIn(archive);
    return archive;
  } catch {
    return undefined;
  }
}

/**
 * Keeps a freshly prepared database as the snapshot, in place of those of other releases. Without write
 * access to the place, it does nothing.
 */
export async function keepSnapshot(database: PgliteDatabase, place: string): Promise<void> {
  // It has a name of its own until it is complete: other processes look for the snapshot at the same time.
  const unfinished = `${place}.${randomUUID()}`;
  try {
    await makeDirectory(dirname(place));
    await database.saveTo(unfinished);
    await rename(unfinished, place);
    await removeOthers(place);
  } catch {
    await rm(unfinished, { force: true }).catch(() => {});
  }
}

/** In milliseconds. A younger file may be about to get its final name. */
const anHour = 60 * 60 * 1000;

async function removeOthers(place: string): Promise<void> {
  for (const name of await readdir(dirname(place))) {
    const other = join(dirname(place), name);
    if (other === place || !name.startsWith("pglite-")) continue;
    const { mtimeMs } = await stat(other);
    if (Date.now() - mtimeMs > anHour) await rm(other, { force: true });
  }
}
