import { readStatus } from "../../control/running-server.ts";
import { withUrl } from "../../schema-diff/folder-database.ts";
import type { StoredDatabase } from "../terminal/options.ts";
import { databaseUrlOf, openStoppedDatabase, withProjectDatabase } from "./connect.ts";

/**
 * Calls `use` with a URL for clients of the project's database. It is the URL of the database's server, or of a port
 * that this process opens during the call.
 *
 * @throws {UsageError} see {@link withProjectDatabase}
 * @throws {AddressError} {DatabaseUnavailable} {DatabaseError} if a URL is invalid, or its server does not let us in
 */
export async function withDatabaseUrl<T>(
  location: StoredDatabase,
  use: (url: string) => Promise<T>,
): Promise<T> {
  if ("url" in location) {
    // Connect first: the libraries that get the URL do not explain why a server cannot be reached.
    await withProjectDatabase(location, async () => {});
    return use(location.url);
  }
  const status = await readStatus(location.directory);
  if (status) return use(databaseUrlOf(status));
  const database = await openStoppedDatabase(location.directory);
  try {
    return await withUrl(database, use);
  } finally {
    await database.close();
  }
}
