import { variables } from "../../config/environment/variables.ts";
import type { Config } from "../../config/sections/schema.ts";
import { openPrepared } from "../../database/pglite/new-database.ts";
import type { Database } from "../../database/port.ts";
import type { StartOptions } from "../options.ts";

/** The address at which PostgreSQL clients reach the database. */
export interface DatabaseAddress {
  /** The password is masked if it is secret. Undefined if no port is open. */
  readonly url: string | undefined;
  /** The same URL with the password. */
  readonly address: string | undefined;
  readonly warnings: readonly string[];
  close(): Promise<void>;
}

/**
 * Opens the embedded database to programs on this machine, on the port of `[db]`, as the Supabase CLI does
 * (docs/decisions/0036). A PostgreSQL server already has an address. If the port of `[db]` is taken, a free one is opened,
 * and a warning names it. If a port that the caller requested is taken, the server starts without it.
 */
export async function openDatabasePort(
  database: Database,
  { databasePort, acceptsAnyDatabasePort, heldPort, storage, env, log }: StartOptions,
  config: Config,
): Promise<DatabaseAddress> {
  const closedPort = { url: undefined, address: undefined, warnings: [], close: async () => {} };
  if ("url" in storage)
    return { ...closedPort, url: withoutPassword(storage.url), address: storage.url };
  if (databasePort === undefined) return closedPort;
  if (databasePort === "configured" && variables.isProduction.read(env)) {
    return {
      ...closedPort,
      warnings: [
        "The database's port is closed, because NODE_ENV is production. To open it to this machine: --db-port",
      ],
    };
  }
  const requestedPort = databasePort === "configured" ? config.db.port : databasePort;
  const password = variables.databasePassword.read(env);
  const isDefault = password === variables.databasePassword.defaultText;
  const [{ openPostgresPort }, { PortListener }] = await Promise.all([
    import("../../postgres-port/port.ts"),
    import("../../postgres-port/listener.ts"),
  ]);
  const takesFreePort = acceptsAnyDatabasePort || databasePort === "configured";
  try {
    const listener =
      heldPort?.listener ??
      (await PortListener.open(requestedPort).catch((error: unknown) => {
        if (takesFreePort && codeOf(error) === "EADDRINUSE") return PortListener.open(0);
        throw error;
      }));
    if (heldPort) heldPort.listener = listener;
    const opened = await openPostgresPort({
      database,
      log,
      makeDatabase: openPrepared,
      port: listener,
      password,
    });
    const { port } = opened;
    const formatUrl = (urlPassword: string) =>
      `postgresql://postgres:${urlPassword}@127.0.0.1:${port}/postgres`;
    return {
      url: formatUrl(isDefault ? password : mask),
      address: formatUrl(encodeURIComponent(password)),
      warnings:
        databasePort === "configured" && port !== requestedPort
          ? [
              `Port ${requestedPort} for the database is in use by another program, which clients of that port reach instead. This database is on port ${port}. To choose a port: --db-port`,
            ]
          : [],
      close: async () => {
        if (!heldPort) listener.close();
        await opened.close();
      },
    };
  } catch (error) {
    const code = codeOf(error);
    if (code !== "EADDRINUSE" && code !== "EACCES") throw error;
    const reason =
      code === "EADDRINUSE"
        ? "is in use by another program, which psql and other clients reach instead of this database"
        : "isn't open to this process";
    return {
      ...closedPort,
      warnings: [
        `Port ${requestedPort} for the database ${reason}. Choose another one: --db-port ${requestedPort + 1}`,
      ],
    };
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";

const mask = "***";

/** Returns the URL of a PostgreSQL server with its password masked. */
export function withoutPassword(url: string): string {
  return url
    .replace(/^(\w+:\/\/[^:@/?]*):.*@/, `$1:${mask}@`)
    .replace(/([?&](?:ssl)?password=)[^&]*/gi, `$1${mask}`);
}
