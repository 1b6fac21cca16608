import { createRequire } from "node:module";
import { join } from "node:path";
import type { PGlite, protocol } from "@electric-sql/pglite";

/** A release of PGlite, and the archive with PostGIS. */
export interface PgliteRelease {
  readonly PGlite: typeof PGlite;
  readonly protocol: typeof protocol;
  /** The folder of its modules. */
  readonly folder: string;
  /** The archive with PostGIS. */
  readonly archive: string;
}

const name = "@electric-sql/pglite-postgis";

/** The folder of the package with PostGIS; undefined where it is not installed. */
export function placeOfPostgis(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return undefined;
  }
}

/**
 * The release that the package `@electric-sql/pglite-postgis` was made for, with PostGIS: an extension
 * compiled for one release of PGlite runs on no other. Undefined where the package is not installed.
 */
export function releaseWithPostgis(): PgliteRelease | undefined {
  const place = placeOfPostgis();
  if (place === undefined) return undefined;
  const beside = createRequire(place);
  const release: Omit<PgliteRelease, "folder" | "archive"> = beside("@electric-sql/pglite");
  return {
    PGlite: release.PGlite,
    protocol: release.protocol,
    folder: join(beside.resolve("@electric-sql/pglite"), ".."),
    archive: join(place, "../postgis.tar.gz"),
  };
}
