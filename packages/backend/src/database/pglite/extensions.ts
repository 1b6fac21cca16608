import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { PGlite } from "@electric-sql/pglite";
import { type Entry, entriesIn } from "./tar.ts";

/** The extensions that migrations written for the hosted service may create. */
export const extensionNames = [
  "btree_gin",
  "btree_gist",
  "citext",
  "fuzzystrmatch",
  "hstore",
  "ltree",
  "pg_trgm",
  "pgcrypto",
  "unaccent",
  "uuid-ossp",
] as const;

/** Reads the extensions of a PGlite release from the folder of its modules. */
export async function readExtensions(folder: string): Promise<readonly Entry[]> {
  const bundles = extensionNames.map(async (name) =>
    entriesIn(await promisify(gunzip)(await readFile(join(folder, `${name}.tar.gz`)))),
  );
  return (await Promise.all(bundles)).flat();
}

/**
 * Puts extensions where PostgreSQL looks for them. PGlite itself would compile and link all their libraries,
 * 3 MB of pgcrypto among them, before the database is open. Here a library is compiled as in any other
 * PostgreSQL: when it is loaded, at the first call of its functions.
 */
export function installExtensions(pglite: PGlite, files: readonly Entry[]): void {
  for (const { path, content } of files) if (content) pglite.copyToFS(`${root}/${path}`, content);
}

/** PostgreSQL's folder in PGlite's file system. */
const root = "/pglite";

/** The folder of PGlite's modules and their data. */
export function pgliteFolder(): string {
  return join(createRequire(import.meta.url).resolve("@electric-sql/pglite"), "..");
}
