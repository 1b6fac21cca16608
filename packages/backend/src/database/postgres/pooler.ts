import { randomUUID } from "node:crypto";
import pg from "pg";
import { type Sql, sql } from "../sql.ts";
import { backendOf } from "./connection.ts";
import { identity } from "./servers.ts";

/** The way to the server. */
export interface Way {
  /**
   * True when a pooler stands before the server and lends one of its connections for each transaction, or may
   * do so. Then nothing that a session keeps is there in the next transaction: no listener above all.
   */
  readonly isPooled: boolean;
  /** True when a prepared statement is there in the next transaction, too. */
  readonly keepsPrepared: boolean;
}

/**
 * Finds out what is between this process and the server.
 *
 * A pooler tells its clients a process number of its own, for requests to cancel. One that keeps prepared
 * statements for its clients, as PgBouncer does since 1.21, gives them names of its own on the server; one that
 * passes the names on keeps nothing, or lends a connection for a whole session, which cannot be told apart.
 */
export async function findWay(client: pg.Client): Promise<Way> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  if (rows[0]?.pid === backendOf(client)) return { isPooled: false, keepsPrepared: true };
  const name = `portico_${randomUUID()}`;
  try {
    await client.query("begin");
    await client.query({ name, text: "select 1" });
    const known = await client.query({
      text: "select from pg_prepared_statements where name = $1",
      values: [name],
    });
    return { isPooled: true, keepsPrepared: known.rows.length === 0 };
  } catch (error) {
    if (error instanceof pg.DatabaseError) return { isPooled: true, keepsPrepared: false };
    throw error;
  } finally {
    // The pooler would lend the connection with what is left on it.
    await client.query(`deallocate "${name}"`).catch(() => {});
    await client.query("rollback").catch(() => {});
  }
}

/**
 * Settings that a client tells a pooler at its beginning. The pooler sets them for each session that it lends, so that
 * `reset all` does not lead back to them.
 */
export const clientSettings: Sql = sql`select set_config('application_name', ${identity.application_name}, false),
  set_config('client_encoding', 'UTF8', false), set_config('DateStyle', 'ISO', false)`;
