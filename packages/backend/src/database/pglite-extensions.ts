import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { PGlite } from "@electric-sql/pglite";

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

/** A file that belongs to an extension, by its path below PostgreSQL's own folder. */
interface ExtensionFile {
  readonly path: string;
  readonly content: Uint8Array;
}

/** Reads the extensions that a release of PGlite brings, from the folder of its modules. */
export async function readExtensions(folder: string): Promise<readonly ExtensionFile[]> {
  const bundles = extensionNames.map(async (name) =>
    filesIn(await promisify(gunzip)(await readFile(join(folder, `${name}.tar.gz`)))),
  );
  return (await Promise.all(bundles)).flat();
}

/**
 * Puts extensions where PostgreSQL looks for them. PGlite's own way compiles and links all their
 * libraries, 3 MB of pgcrypto among them, before the database is open; here a library is compiled
 * when PostgreSQL loads it, as every other PostgreSQL does: when its first function is called.
 */
export function installExtensions(pglite: PGlite, files: readonly ExtensionFile[]): void {
  for (const { path, content } of files) pglite.copyToFS(`${root}/${path}`, content);
}

/** PostgreSQL's folder in PGlite's file system. */
const root = "/pglite";

/** The folder that holds PGlite's modules and what they read. */
export function pgliteFolder(): string {
  return join(createRequire(import.meta.url).resolve("@electric-sql/pglite"), "..");
}

const block = 512;

/**
 * The files in a tar archive (POSIX.1-2017, pax, "ustar Interchange Format"), of names that fit into
 * its header.
 */
function filesIn(archive: Buffer): ExtensionFile[] {
  const files: ExtensionFile[] = [];
  for (let at = 0; at < archive.length && archive[at] !== 0; ) {
    const field = (from: number, length: number) =>
      archive.toString("latin1", at + from, at + from + length).replace(/\0.*$/s, "");
    const size = Number.parseInt(field(124, 12), 8);
    const isFile = /^[0\0]?$/.test(field(156, 1));
    const path = [field(345, 155), field(0, 100)].filter(Boolean).join("/");
    const start = at + block;
    if (isFile) files.push({ path, content: archive.subarray(start, start + size) });
    at = start + Math.ceil(size / block) * block;
  }
  return files;
}
