import { createRequire } from "node:module";
import type { Extensions, PGlite, protocol } from "@electric-sql/pglite";
import { extensionNames } from "./extensions.ts";

/** A release of PGlite, and the extensions to open it with. */
export interface PgliteRelease {
  readonly PGlite: typeof PGlite;
  readonly protocol: typeof protocol;
  readonly extensions: Extensions;
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
  const release: Omit<PgliteRelease, "extensions"> = beside("@electric-sql/pglite");
  const extensions: Extensions = { ...beside(place) };
  for (const extension of extensionNames) {
    const module = extension.replace("-", "_");
    Object.assign(extensions, beside(`@electric-sql/pglite/contrib/${module}`));
  }
  return { PGlite: release.PGlite, protocol: release.protocol, extensions };
}
