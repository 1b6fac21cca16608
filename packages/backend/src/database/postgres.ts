import pg from "pg";
import { type Answers, type Database, DatabaseError, DatabaseUnavailable } from "./port.ts";
import { Batch, type Columns } from "./postgres-batch.ts";
import { isStale, PreparedStatements } from "./prepared.ts";
import {
  asTransaction,
  connectionOver,
  inTransaction,
  type Result,
  rollback,
  type Session,
} from "./session.ts";
import type { Sql } from "./sql.ts";

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
  });
  // A connection that breaks while idle is replaced at its next use; unheard, it ends the process.
  pool.on("error", () => {});
  // So does one that breaks between the statements of a transaction; the next statement tells.
  pool.on("connect", (client) => client.on("error", () => {}));
  await failing(() => pool.query("select 1"));
  /** A connection of the pool for as long as `work` lasts. One that broke is not used again. */
  const borrow = async <T>(work: (session: Session) => Promise<T>): Promise<T> => {
    const client = await failing(() => pool.connect());
    let broken = false;
    const watched = <Value>(sent: () => Promise<Value>): Promise<Value> =>
      failing(sent).catch((error: unknown) => {
        broken ||= !(error instanceof DatabaseError);
        throw error;
      });
    try {
      return await work({
        run: (statements) => watched(() => send(client, statements)),
        script: async (text) => {
          await watched(() => client.query(text));
        },
      });
    } finally {
      client.release(broken);
    }
  };
  /** Runs what is a whole, and may be run again when it was refused. */
  const whole = (statements: readonly Sql[]) =>
    borrow(async (session) => {
      const tried = () =>
        session.run(statements).catch(async (error: unknown) => {
          if (statements.length > 1) await session.run([rollback]).catch(() => {});
          throw error;
        });
      return tried().catch((error: unknown) => {
        if (error instanceof DatabaseError && isStale(error)) return tried();
        throw error;
      });
    });
  return {
    ...connectionOver({
      run: whole,
      script: (text) => borrow((session) => session.script(text)),
    }),
    engine: "postgres",
    batch: async <Results extends readonly unknown[]>(statements: readonly Sql[], modes = {}) => {
      const transaction = asTransaction(statements, modes);
      return transaction.resultsOf(await whole(transaction.statements)) as Answers<Results>;
    },
    transaction: (work, modes = {}) => borrow((session) => inTransaction(session, modes, work)),
    listen: (channel, onNotify) => listen(options.url, channel, onNotify),
    close: () => pool.end(),
  };
}

/** What each connection keeps prepared. */
const prepared = new WeakMap<pg.PoolClient, PreparedStatements<Columns>>();

async function send(client: pg.PoolClient, statements: readonly Sql[]): Promise<readonly Result[]> {
  const known = prepared.get(client) ?? new PreparedStatements<Columns>();
  prepared.set(client, known);
  try {
    return await client.query(new Batch(statements, known)).done;
  } catch (error) {
    if (error instanceof pg.DatabaseError && isStale(error)) known.forgetAll();
    throw error;
  }
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
    // Nobody knows what was said while nobody listened.
    if (client) onNotify("");
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
