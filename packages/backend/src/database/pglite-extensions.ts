import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { PGlite } from "@electric-sql/pglite";
import { type Entry, entriesIn } from "./tar.ts";

/** What migrations written for the hosted service may `create extension`. */
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

/** Reads the extensions that a release of PGlite brings, from the folder of its modules. */
export async function readExtensions(folder: string): Promise<readonly Entry[]> {
  const bundles = extensionNames.map(async (name) =>
    entriesIn(await promisify(gunzip)(await readFile(join(folder, `${name}.tar.gz`)))),
  );
  return (await Promise.all(bundles)).flat();
}

/**
 * Puts extensions where PostgreSQL looks for them. PGlite's own way compiles and links all their
 * libraries, 3 MB of pgcrypto among them, before the database is open; here a library is compiled
 * when PostgreSQL loads it, as every other PostgreSQL does: when its first function is called.
 */
export function installExtensions(pglite: PGlite, files: readonly Entry[]): void {
  for (const { path, content } of files) if (content) pglite.copyToFS(`${root}/${path}`, content);
}

/** PostgreSQL's folder in PGlite's file system. */
const root = "/pglite";

/** The folder that holds PGlite's modules and what they read. */
export function pgliteFolder(): string {
  return join(createRequire(import.meta.url).resolve("@electric-sql/pglite"), "..");
}
