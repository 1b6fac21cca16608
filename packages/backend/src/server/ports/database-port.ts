import type { Config } from "../../config/sections/schema.ts";
import { openPrepared } from "../../database/pglite/new-database.ts";
import type { Database } from "../../database/port.ts";
import type { ServerOptions } from "../options.ts";

/** The address at which PostgreSQL clients reach the database. */
export interface DatabaseAddress {
  /** Undefined if no port is open. */
  readonly url: string | undefined;
  readonly warnings: readonly string[];
  close(): Promise<void>;
}

/** The password of the Supabase CLI's database. */
const defaultPassword = "postgres";

/**
 * Opens the embedded database to programs on this machine, on the port of `[db]`, as the Supabase CLI does
 * (docs/decisions/0036). A PostgreSQL server has an address already. If the port is taken, the start goes on
 * without it, because clients would not know another port.
 */
export async function openDatabasePort(
  database: Database,
  { databasePort, storage, env, log }: ServerOptions,
  config: Config,
): Promise<DatabaseAddress> {
  const address = { url: undefined, warnings: [], close: async () => {} };
  if ("url" in storage) return { ...address, url: withoutPassword(storage.url) };
  if (databasePort === undefined) return address;
  if (databasePort === "configured" && env["NODE_ENV"] === "production") {
    return {
      ...address,
      warnings: [
        "The database's port is closed, for NODE_ENV is production. To open it to this machine: --db-port",
      ],
    };
  }
  const number = databasePort === "configured" ? config.db.port : databasePort;
  const configuredPassword = env["PORTICO_DATABASE_PASSWORD"];
  const { openPostgresPort } = await import("../../postgres-port/port.ts");
  try {
    const { port, close } = await openPostgresPort({
      ...{ database, log },
      makeDatabase: openPrepared,
      port: number,
      password: configuredPassword ?? defaultPassword,
    });
    const displayedPassword = configuredPassword === undefined ? defaultPassword : mask;
    return {
      ...address,
      url: `postgresql://postgres:${displayedPassword}@127.0.0.1:${port}/postgres`,
      close,
    };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code !== "EADDRINUSE" && code !== "EACCES") throw error;
    const reason =
      code === "EADDRINUSE"
        ? "is in use by another program, which psql and other clients reach instead of this database"
        : "isn't open to this process";
    return {
      ...address,
      warnings: [
        `Port ${number} for the database ${reason}. Choose another one: --db-port ${number + 1}`,
      ],
    };
  }
}

const mask = "***";

/** Returns the URL of a PostgreSQL server with its password masked. */
export function withoutPassword(url: string): string {
  return url
    .replace(/^(\w+:\/\/[^:@/?]*):.*@/, `$1:${mask}@`)
    .replace(/([?&](?:ssl)?password=)[^&]*/gi, `$1${mask}`);
}
