import { openPrepared } from "./pglite/new-database.ts";
import { postgisModule } from "./pglite/postgis.ts";
import type { Database } from "./port.ts";

/** The location of a project's data: the embedded database's directory or a PostgreSQL server. */
export type DatabaseLocation = { readonly directory: string } | { readonly url: string };

/**
 * Opens the database of a project for a command.
 *
 * @throws {DirectoryInUse} if another process uses the embedded database
 * @throws {DatabaseUnavailable} if the server does not answer
 */
export async function openDatabaseAt(location: DatabaseLocation): Promise<Database> {
  if ("directory" in location) {
    // Load PostGIS whenever it is installed: whether the database uses it is only known after opening it.
    return openPrepared({ ...location, postgis: postgisModule() !== undefined });
  }
  const { openPostgres } = await import("./postgres/postgres.ts");
  return openPostgres(location);
}
