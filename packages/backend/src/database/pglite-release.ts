import { createRequire } from "node:module";
import { type Extensions, PGlite } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { btree_gist } from "@electric-sql/pglite/contrib/btree_gist";
import { citext } from "@electric-sql/pglite/contrib/citext";
import { fuzzystrmatch } from "@electric-sql/pglite/contrib/fuzzystrmatch";
import { hstore } from "@electric-sql/pglite/contrib/hstore";
import { ltree } from "@electric-sql/pglite/contrib/ltree";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { pgcrypto } from "@electric-sql/pglite/contrib/pgcrypto";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import { uuid_ossp } from "@electric-sql/pglite/contrib/uuid_ossp";

/** A release of PGlite, and what migrations written for the hosted service may `create extension`. */
export interface PgliteRelease {
  readonly PGlite: typeof PGlite;
  readonly extensions: Extensions;
}

const contrib = {
  btree_gin,
  btree_gist,
  citext,
  fuzzystrmatch,
  hstore,
  ltree,
  pg_trgm,
  pgcrypto,
  unaccent,
  uuid_ossp,
};

/** The release that this package depends on. */
export const ownRelease: PgliteRelease = { PGlite, extensions: contrib };

/**
 * The release that the package `@electric-sql/pglite-postgis` was made for, with PostGIS: what is
 * compiled for one release of PGlite runs on no other. Null where the package is not installed.
 */
export function releaseWithPostgis(): PgliteRelease | null {
  const require = createRequire(import.meta.url);
  const name = "@electric-sql/pglite-postgis";
  let place: string;
  try {
    place = require.resolve(name);
  } catch {
    return null;
  }
  const beside = createRequire(place);
  const release: Pick<PgliteRelease, "PGlite"> = beside("@electric-sql/pglite");
  const extensions: Extensions = { ...require(name) };
  for (const extension of Object.keys(contrib)) {
    Object.assign(extensions, beside(`@electric-sql/pglite/contrib/${extension}`));
  }
  return { PGlite: release.PGlite, extensions };
}
