import { randomUUID } from "node:crypto";
import pg from "pg";
import { type Sql, sql } from "../sql.ts";
import { backendProcessId } from "./connection.ts";
import { connectionOptions } from "./servers.ts";

/** Describes the pooler between this process and the server, if there is one. */
export interface PoolerInfo {
  /**
   * Whether a pooler may use a different server connection for each transaction. Session state, above all LISTEN, is
   * then lost after a transaction.
   */
  readonly isPooled: boolean;
  /** Whether prepared statements survive a transaction. */
  readonly keepsPreparedStatements: boolean;
}

/**
 * Detects a pooler between this process and the server.
 *
 * A pooler reports its own process id for cancel requests. A pooler that keeps prepared statements, as PgBouncer does
 * since 1.21, renames them on the server. A pooler that forwards the names either keeps no statements or lends a
 * connection for a whole session; these two cases cannot be distinguished.
 */
export async function detectPooler(client: pg.Client): Promise<PoolerInfo> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  if (rows[0]?.pid === backendProcessId(client))
    return { isPooled: false, keepsPreparedStatements: true };
  const name = `portico_${randomUUID()}`;
  try {
    await client.query("begin");
    await client.query({ name, text: "select 1" });
    const preparedStatements = await client.query({
      text: "select from pg_prepared_statements where name = $1",
      values: [name],
    });
    return { isPooled: true, keepsPreparedStatements: preparedStatements.rows.length === 0 };
  } catch (error) {
    if (error instanceof pg.DatabaseError)
      return { isPooled: true, keepsPreparedStatements: false };
    throw error;
  } finally {
    // Clean up, because the next client of this server connection would otherwise get the statement and the open
    // transaction.
    await client.query(`deallocate "${name}"`).catch(() => {});
    await client.query("rollback").catch(() => {});
  }
}

/**
 * Restores the settings of the startup message. A pooler applies them to each server connection with `set`, so
 * `reset all` does not restore them.
 */
export const clientSettings: Sql = sql`select set_config('application_name', ${connectionOptions.application_name}, false),
  set_config('client_encoding', 'UTF8', false), set_config('DateStyle', 'ISO', false)`;
