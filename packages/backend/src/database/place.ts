import { openPrepared } from "./pglite/new-database.ts";
import { placeOfPostgis } from "./pglite/postgis.ts";
import type { Database } from "./port.ts";

/** Where a project's data are: the embedded database's directory, or a PostgreSQL server. */
export type DatabasePlace = { readonly directory: string } | { readonly url: string };

/**
 * Opens the database of a project, for a command.
 *
 * @throws {DirectoryInUse} when another process has the embedded database
 * @throws {DatabaseUnavailable} when the server does not answer
 */
export async function openPlace(place: DatabasePlace): Promise<Database> {
  if ("directory" in place) {
    // Which extensions a database has is not known before it is open.
    return openPrepared({ ...place, postgis: placeOfPostgis() !== undefined });
  }
  const { openPostgres } = await import("./postgres/postgres.ts");
  return openPostgres(place);
}
