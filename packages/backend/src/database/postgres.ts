import pg from "pg";
import { type Connection, type Database, DatabaseError, DatabaseUnavailable } from "./port.ts";
import type { Sql } from "./sql.ts";
import { requireCommitted, transactionModes } from "./transactions.ts";
import { parserFor, toText } from "./values.ts";

/**
 * Opens a pool of connections to a PostgreSQL server.
 *
 * @param options.url as in libpq: `postgresql://user:password@host:5432/database`
 * @param options.connections the most that this process holds at a time
 * @throws {DatabaseUnavailable} when the server does not answer
 */
export async function openPostgres(options: {
  readonly url: string;
  readonly connections?: number;
}): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.connections ?? 10,
    connectionTimeoutMillis: 10_000,
    application_name: "portico",
    types: { getTypeParser: (oid: number) => (text: string) => parserFor(oid)(text) },
  });
  // A connection that breaks while idle is replaced at its next use; unheard, it ends the process.
  pool.on("error", () => {});
  // So does one that breaks between the statements of a transaction; the next statement tells.
  pool.on("connect", (client) => client.on("error", () => {}));
  await failing(() => pool.query("select 1"));
  return {
    ...connection(pool),
    engine: "postgres",
    transaction: async (work, modes = {}) => {
      const client = await failing(() => pool.connect());
      let broken: unknown;
      try {
        await failing(() => client.query(`begin ${transactionModes(modes)}`));
        const result = await work(connection(client));
        const { command } = await failing(() => client.query("commit"));
        requireCommitted(command);
        return result;
      } catch (error) {
        await client.query("rollback").catch((rollbackError: unknown) => {
          broken = rollbackError;
        });
        throw error;
      } finally {
        client.release(broken !== undefined);
      }
    },
    listen: (channel, onNotify) => listen(options.url, channel, onNotify),
    close: () => pool.end(),
  };
}

function connection(target: pg.Pool | pg.PoolClient): Connection {
  return {
    query: async <Row>(statement: Sql) => {
      const result = await failing(() =>
        target.query<Row & pg.QueryResultRow>(statement.text, statement.values.map(toText)),
      );
      return { rows: result.rows, affected: result.rowCount ?? 0 };
    },
    script: async (text) => {
      await failing(() => target.query(text));
    },
  };
}

/** Listens on a connection of its own, and takes a new one whenever it breaks. */
async function listen(
  url: string,
  channel: string,
  onNotify: (payload: string) => void,
): Promise<() => Promise<void>> {
  let stopped = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, application_name: "portico listener" });
    next.on("notification", (message) => onNotify(message.payload ?? ""));
    next.on("error", () => {});
    next.on("end", () => {
      if (!stopped) retry = setTimeout(() => connect().catch(() => {}), 1_000);
    });
    await next.connect();
    await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    client = next;
  };

  await failing(connect);
  return async () => {
    stopped = true;
    clearTimeout(retry);
    await client?.end();
  };
}

async function failing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translate(error);
  }
}

/** Classes of SQLSTATE that say "not now" rather than "not this" (PostgreSQL, appendix A). */
const unavailable = /^(08|57P0|53300)/;

function translate(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof pg.DatabaseError && error.code && !unavailable.test(error.code)) {
    return new DatabaseError(
      { ...error, message: error.message, code: error.code },
      { cause: error },
    );
  }
  return new DatabaseUnavailable("The database cannot be reached.", { cause: error });
}
