import { readStatus, type ServerStatus } from "../../control/running-server.ts";
import { openDatabaseAt } from "../../database/location.ts";
import { hasDatabase } from "../../database/pglite/pglite.ts";
import type { Database } from "../../database/port.ts";
import { recoverSwap } from "../../replacement/swap.ts";
import { UsageError } from "../../usage-error.ts";
import type { StoredDatabase } from "../terminal/options.ts";

/**
 * Calls `use` with a project's database, which is reached through the running server's port, or opened by this process.
 *
 * @throws {UsageError} when the directory does not contain a database, or the running server has no port for it
 */
export async function withProjectDatabase<T>(
  location: StoredDatabase,
  use: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openProjectDatabase(location);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

async function openProjectDatabase(location: StoredDatabase): Promise<Database> {
  if ("url" in location) return openDatabaseAt(location);
  const status = await readStatus(location.directory);
  if (status) {
    const { openPostgres } = await import("../../database/postgres/postgres.ts");
    return openPostgres({ url: databaseUrlOf(status), connections: 1 });
  }
  return openStoppedDatabase(location.directory);
}

/**
 * Opens the embedded database of a directory that no server uses.
 *
 * @throws {UsageError} when the directory does not contain a database
 */
export async function openStoppedDatabase(directory: string): Promise<Database> {
  await recoverSwap(directory);
  if (!hasDatabase(directory)) {
    throw new UsageError(
      `There is no database in ${directory}. Start the project once: portico start`,
    );
  }
  return openDatabaseAt({ directory });
}

/**
 * Returns the URL of a running server's database.
 *
 * @throws {UsageError} if the server has no port for its database
 */
export function databaseUrlOf({ variables }: ServerStatus): string {
  const url = variables["DB_URL"];
  if (url !== undefined) return url;
  throw new UsageError(
    "The running server has no port for its database: another program uses it, or --no-db-port was given. Restart it with a free port (portico start --db-port 54323), or stop it first: portico stop",
  );
}
