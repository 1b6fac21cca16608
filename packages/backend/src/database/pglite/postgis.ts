import { createRequire } from "node:module";
import { join } from "node:path";
import type { PGlite, protocol } from "@electric-sql/pglite";

/** A release of PGlite, and the archive with PostGIS. */
export interface PgliteRelease {
  readonly PGlite: typeof PGlite;
  readonly protocol: typeof protocol;
  /** The folder of the release's modules. */
  readonly folder: string;
  /** The archive with PostGIS. */
  readonly archive: string;
}

const name = "@electric-sql/pglite-postgis";

/** Returns the path of the package with PostGIS, or undefined if it is not installed. */
export function postgisModule(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return undefined;
  }
}

/**
 * Returns the release of PGlite that `@electric-sql/pglite-postgis` was built for, with PostGIS. An extension only runs
 * on the release that it was compiled for. Returns undefined if the package is not installed.
 */
export function releaseWithPostgis(): PgliteRelease | undefined {
  const modulePath = postgisModule();
  if (modulePath === undefined) return undefined;
  const requireFromPackage = createRequire(modulePath);
  const release: Omit<PgliteRelease, "folder" | "archive"> =
    requireFromPackage("@electric-sql/pglite");
  return {
    PGlite: release.PGlite,
    protocol: release.protocol,
    folder: join(requireFromPackage.resolve("@electric-sql/pglite"), ".."),
    archive: join(modulePath, "../postgis.tar.gz"),
  };
}
