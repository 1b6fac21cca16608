import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { PGlite } from "@electric-sql/pglite";
import { extensionFiles } from "../extensions.ts";
import { type ArchiveEntry, readEntriesWithCopies } from "./tar.ts";

/** The extensions that migrations written for the hosted service may create. */
const extensionNames = [
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

/** Extensions of the PGlite release that the hosted service lacks, but that migrations may create. */
const additionalNames = [
  "amcheck",
  "bloom",
  "cube",
  "dict_int",
  "dict_xsyn",
  "earthdistance",
  "intarray",
  "isn",
  "lo",
  "pg_stat_statements",
  "seg",
  "spi",
  "tablefunc",
  "tcn",
  "tsm_system_rows",
  "tsm_system_time",
] as const;

/** Packages with one extension each, which a project installs if it needs them. */
const packages = { vector: "pglite-pgvector", pgtap: "pglite-pgtap" } as const;

/** Reads the extensions of a PGlite release from the folder of its modules, and those of installed packages. */
export async function readExtensions(
  folder: string,
  additionalArchives: readonly string[] = [],
): Promise<readonly ArchiveEntry[]> {
  const archives = [
    ...additionalArchives,
    ...[...extensionNames, ...additionalNames].map((name) => join(folder, `${name}.tar.gz`)),
    ...Object.entries(packages).flatMap(([name, packageName]) => findArchive(name, packageName)),
  ];
  const bundles = archives.map(async (archive) =>
    readEntriesWithCopies(await promisify(gunzip)(await readFile(archive))),
  );
  return [...(await Promise.all(bundles)).flat(), ...(await readStandIns())];
}

/** Returns the archive of a package, if it is installed. */
function findArchive(name: string, packageName: string): string[] {
  try {
    const module = createRequire(import.meta.url).resolve(`@electric-sql/${packageName}`);
    return [join(module, "..", `${name}.tar.gz`)];
  } catch {
    return [];
  }
}

/** Returns the stand-ins for extensions that no package provides. */
async function readStandIns(): Promise<ArchiveEntry[]> {
  return (await extensionFiles()).map(({ name, content }) => ({
    path: `share/postgresql/extension/${name}`,
    content: Buffer.from(content),
  }));
}

/**
 * Writes extensions to the folder where PostgreSQL looks for them. PGlite itself would compile and link all their
 * libraries before it opens the database, including 3 MB of pgcrypto. PostgreSQL loads a library when one of its
 * functions is first called.
 */
export function installExtensions(pglite: PGlite, files: readonly ArchiveEntry[]): void {
  for (const { path, content } of files) if (content) pglite.copyToFS(`${root}/${path}`, content);
}

/** PostgreSQL's folder in PGlite's file system. */
const root = "/pglite";

/** Returns the folder of PGlite's modules and their data. */
export function pgliteFolder(): string {
  return join(createRequire(import.meta.url).resolve("@electric-sql/pglite"), "..");
}
