import pg from "pg";
import {
  type Answers,
  type Database,
  DatabaseError,
  DatabaseUnavailable,
  type LongTexts,
  type Share,
  type TransactionOptions,
} from "../port.ts";
import { isStale, PreparedStatements } from "../sessions/prepared-statements.ts";
import {
  asTransaction,
  connectionOver,
  inTransaction,
  type Result,
  rollback,
  type Session,
} from "../sessions/session.ts";
import type { Sql } from "../sql.ts";
import { Batch, type Columns } from "./batch.ts";
import { Watch } from "./cancellation.ts";
import { ConcurrencyLimit } from "./concurrency-limit.ts";
import { Reading } from "./connection.ts";

/**
 * Opens a pool of connections to a PostgreSQL server.
 *
 * @param options.url as in libpq: `postgresql://user:password@host:5432/database`
 * @param options.connections the most connections that this process holds at a time
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
  // A connection that breaks while idle is replaced at its next use. Without a listener its error would end
  // the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    // So would a connection that breaks between the statements of a transaction; the next statement reports
    // it.
    client.on("error", () => {});
    readings.set(client, new Reading(client));
  });
  await failing(() => pool.query("select 1"));
  const watch = new Watch();
  let closed: Promise<void> | undefined;
  const close = () => {
    watch.close();
    closed ??= pool.end();
    return closed;
  };
  return databaseOver({ pool, watch, url: options.url, close }, {});
}

interface Server {
  readonly pool: pg.Pool;
  readonly watch: Watch;
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** The port, for one share. */
function databaseOver(server: Server, share: Share): Database {
  const { connections = Number.POSITIVE_INFINITY, acquireTimeout } = share;
  const limit = new ConcurrencyLimit(connections, acquireTimeout);

  /** Lends a connection of the pool for as long as `work` lasts. A broken one is not used again. */
  const borrow = async <T>(
    work: (session: Session) => Promise<T>,
    { signal, longTexts }: TransactionOptions = {},
  ): Promise<T> => {
    const leave = await limit.enter(signal);
    try {
      const client = await failing(() => server.pool.connect());
      let broken = false;
      const noting = <Value>(sent: () => Promise<Value>): Promise<Value> =>
        failing(sent).catch((error: unknown) => {
          broken ||= !(error instanceof DatabaseError);
          throw error;
        });
      const watched = <Value>(sent: () => Promise<Value>): Promise<Value> =>
        noting(() => server.watch.over(client, { share, signal }, sent));
      try {
        return await work({
          run: (statements) => watched(() => send(client, statements, longTexts)),
          script: async (text) => void (await watched(() => client.query(text))),
          rollback: async () => void (await noting(() => send(client, [rollback]))),
        });
      } finally {
        client.release(broken);
      }
    } finally {
      leave();
    }
  };
  /** Runs a complete transaction, which may run again when it was refused. */
  const whole = (statements: readonly Sql[], modes?: TransactionOptions) =>
    borrow(async (session) => {
      const tried = () =>
        session.run(statements).catch(async (error: unknown) => {
          if (statements.length > 1) await session.rollback().catch(() => {});
          throw error;
        });
      return tried().catch((error: unknown) => {
        if (error instanceof DatabaseError && isStale(error)) return tried();
        throw error;
      });
    }, modes);
  return {
    ...connectionOver({
      run: whole,
      script: (text) => borrow((session) => session.script(text)),
    }),
    engine: "postgres",
    batch: async <Results extends readonly unknown[]>(
      statements: readonly Sql[],
      modes: TransactionOptions = {},
    ) => {
      const transaction = asTransaction(statements, modes);
      const results = await whole(transaction.statements, modes);
      return transaction.resultsOf(results) as Answers<Results>;
    },
    transaction: (work, modes = {}) =>
      borrow((session) => inTransaction(session, modes, work), modes),
    listen: (channel, onNotify) => listen(server.url, channel, onNotify),
    share: (other) => databaseOver(server, other),
    close: server.close,
  };
}

/** The prepared statements of each connection. */
const prepared = new WeakMap<pg.PoolClient, PreparedStatements<Columns>>();

const readings = new WeakMap<pg.ClientBase, Reading>();

async function send(
  client: pg.PoolClient,
  statements: readonly Sql[],
  longTexts?: LongTexts,
): Promise<readonly Result[]> {
  const known = prepared.get(client) ?? new PreparedStatements<Columns>();
  prepared.set(client, known);
  try {
    const batch = new Batch(statements, known);
    const reading = readings.get(client);
    if (reading) {
      reading.reader = longTexts && {
        admit: (size) => longTexts.admit(size),
        handleLongRow: (fields) => batch.handleDataRow({ fields }),
      };
    }
    return await client.query(batch).done;
  } catch (error) {
    if (error instanceof pg.DatabaseError && isStale(error)) known.forgetAll();
    throw error;
  }
}

/** Listens on a connection of its own, and replaces it whenever it breaks. */
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
    new Reading(next);
    await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    // Notifications may have been missed while no connection listened.
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

/** Classes of SQLSTATE that mean "not now" rather than "not this" (PostgreSQL, appendix A). */
const unavailable = /^(08|57P0|53300)/;

function translate(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return error;
  if (error instanceof pg.DatabaseError && error.code && !unavailable.test(error.code)) {
    return new DatabaseError(
      { ...error, message: error.message, code: error.code },
      { cause: error },
    );
  }
  return new DatabaseUnavailable("The database cannot be reached.", { cause: error });
}
