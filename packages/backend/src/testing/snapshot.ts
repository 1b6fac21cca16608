import { createHash, randomUUID } from "node:crypto";
import { access, readFile, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openPglite } from "../database/pglite.ts";
import { prepareDatabase, systemMigrations } from "../database/system.ts";

/**
 * A file with a database that has been prepared and holds nothing else, for tests to begin with. The
 * first to ask makes it; it serves until PGlite or a file of `database/system` changes.
 */
export async function preparedSnapshot(): Promise<string> {
  const pglite = fileURLToPath(import.meta.resolve("@electric-sql/pglite"));
  const hash = createHash("sha256")
    .update(await readFile(pglite))
    .update(JSON.stringify(await systemMigrations()));
  const file = join(tmpdir(), `portico-prepared-${hash.digest("hex").slice(0, 16)}.tar`);
  if (await exists(file)) return file;
  // Under a name of its own until it is whole: other processes look for it at the same time.
  const unfinished = `${file}.${randomUUID()}`;
  const database = await openPglite();
  try {
    await prepareDatabase(database);
    await database.saveTo(unfinished);
  } finally {
    await database.close();
  }
  await rename(unfinished, file);
  return file;
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
