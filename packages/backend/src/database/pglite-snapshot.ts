import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeDirectory } from "../private-directory.ts";
import type { PgliteDatabase } from "./pglite.ts";
import { pgliteFolder } from "./pglite-extensions.ts";
import { systemMigrations } from "./system.ts";
import { entriesIn } from "./tar.ts";

/**
 * Where the snapshot is kept of a database that has been prepared and holds nothing else. It lies in
 * the `node_modules` in which PGlite lies, so that nobody can write it who could not write PGlite, and
 * serves one release of PGlite and one state of the files of `system/`.
 */
export async function placeOfSnapshot(): Promise<string> {
  const folder = join(pgliteFolder(), "..");
  const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const hash = createHash("sha256").update(JSON.stringify(await systemMigrations()));
  const name = `pglite-${version}-${hash.digest("hex").slice(0, 16)}.tar`;
  return join(folder, "../../.cache/portico", name);
}

/** The snapshot, undefined where there is none, or not the whole of it. */
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
 * Keeps a database that has just been prepared for those to come, in place of those of other releases.
 * Without a place to write, it does not.
 */
export async function keepSnapshot(database: PgliteDatabase, place: string): Promise<void> {
  // Under a name of its own until it is whole: other processes look for it at the same time.
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

/** In milliseconds. What is younger may be on its way to its own name. */
const anHour = 60 * 60 * 1000;

async function removeOthers(place: string): Promise<void> {
  for (const name of await readdir(dirname(place))) {
    const other = join(dirname(place), name);
    if (other === place || !name.startsWith("pglite-")) continue;
    const { mtimeMs } = await stat(other);
    if (Date.now() - mtimeMs > anHour) await rm(other, { force: true });
  }
}
