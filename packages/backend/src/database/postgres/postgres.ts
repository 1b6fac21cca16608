import pg from "pg";
import {
  type Database,
  DatabaseError,
  DatabaseUnavailable,
  type LongTexts,
  type Share,
  type TransactionOptions,
} from "../port.ts";
import { isStale, PreparedStatements } from "../sessions/prepared-statements.ts";
import {
  batchOver,
  connectionOver,
  inTransaction,
  type Result,
  rollback,
  type Session,
} from "../sessions/session.ts";
import type { Sql } from "../sql.ts";
import { readAddresses } from "./address.ts";
import { Batch, type Columns } from "./batch.ts";
import { Watch } from "./cancellation.ts";
import { ConcurrencyLimit } from "./concurrency-limit.ts";
import { listen, poll, pollInterval } from "./listening.ts";
import { Pool, type PooledClient } from "./pool.ts";
import { clientSettings, findWay } from "./pooler.ts";
import { replicate } from "./replication.ts";
import { Servers } from "./servers.ts";
import { StatementNames } from "./statement-names.ts";

/** A PostgreSQL server to keep data in. */
export interface PostgresPlace {
  /**
   * As in libpq: `postgresql://user:password@host:5432/database`, with several hosts, `sslmode` and the like
   * ({@link readAddresses}). A pooler may stand before the server.
   */
  readonly url: string;
  /** The same database without a pooler in between, for what a pooler lets not through: notifications. */
  readonly directUrl?: string | undefined;
  /**
   * Whether prepared statements stay from one transaction to the next. Without it, this is found out; behind a
   * pooler that lends a connection for a whole session it cannot be.
   */
  readonly preparedStatements?: boolean | undefined;
  /** A hot standby to read from. */
  readonly standby?: StandbyPlace | undefined;
}

/** A hot standby, and how far it may be behind, in milliseconds. */
export interface StandbyPlace {
  readonly url: string;
  readonly longestDelay: number;
}

/** The most connections of a process that has the server for itself. Shares are counted in it. */
const usualConnections = 10;

/** The least of a process that is one of many. With fewer, one part of the program would stop the others. */
const leastConnections = 3;

/** The most connections of one of so many processes: together they hold what one would, as long as that is enough. */
export const connectionsOfOne = (processes: number): number =>
  Math.max(leastConnections, Math.floor(usualConnections / processes));

/**
 * Opens a pool of connections to a PostgreSQL server.
 *
 * @param options.connections the most connections that this process holds at a time; with fewer than ten,
 * shares are smaller likewise
 * @throws {AddressError} when the URL is none
 * @throws {DatabaseUnavailable} when the server does not answer
 */
export async function openPostgres(
  options: PostgresPlace & { readonly connections?: number | undefined },
): Promise<Database> {
  const servers = new Servers(readAddresses(options.url));
  const direct = options.directUrl ? new Servers(readAddresses(options.directUrl)) : undefined;
  const { address, way } = await failing(async () => {
    const { client, address } = await servers.connect();
    return { address, way: await findWay(client).finally(() => client.end()) };
  });
  const pool = new Pool(servers, address, options.connections ?? usualConnections);
  const watch = new Watch();
  let closed: Promise<void> | undefined;
  const close = () => {
    watch.close();
    closed ??= pool.end();
    return closed;
  };
  const listeners = direct ?? (way.isPooled ? undefined : servers);
  const keepsPrepared = options.preparedStatements ?? way.keepsPrepared;
  const names = new StatementNames({ isPooled: way.isPooled, isKept: keepsPrepared });
  const notes = way.isPooled ? [noteOn({ keepsPrepared, isHeard: direct !== undefined })] : [];
  const restoring = way.isPooled ? [clientSettings] : [];
  return databaseOver({ pool, watch, listeners, names, restoring, notes, close }, {});
}

function noteOn(way: { readonly keepsPrepared: boolean; readonly isHeard: boolean }): string {
  const prepared = way.keepsPrepared
    ? "It keeps prepared statements."
    : "It keeps no prepared statements.";
  const heard = way.isHeard
    ? "Notifications come by DATABASE_DIRECT_URL."
    : `It lets no notifications through: changes of the schema are looked for every ${pollInterval / 1000} seconds, unless DATABASE_DIRECT_URL names the server itself.`;
  return `The database is reached through a pooler. ${prepared} ${heard}`;
}

interface Server {
  readonly pool: Pool;
  readonly watch: Watch;
  /** Undefined where no notification comes through. */
  readonly listeners: Servers | undefined;
  readonly names: StatementNames;
  readonly restoring: readonly Sql[];
  readonly notes: readonly string[];
  readonly close: () => Promise<void>;
}

/** The port, for one share. */
function databaseOver(server: Server, share: Share): Database {
  const { listeners } = server;
  const { connections = Number.POSITIVE_INFINITY, acquireTimeout } = share;
  const part = Math.floor((connections * server.pool.most) / usualConnections);
  const limit = new ConcurrencyLimit(Math.max(1, part), acquireTimeout);

  /** Lends a connection of the pool for as long as `work` lasts. A broken one is not used again. */
  const borrow = async <T>(
    work: (session: Session) => Promise<T>,
    { signal, caller, longTexts }: TransactionOptions = {},
  ): Promise<T> => {
    const leave = await limit.enter({ signal, caller });
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
          run: (statements) =>
            watched(() => send(client, statements, { names: server.names, longTexts })),
          script: async (text) => void (await watched(() => client.query(text))),
          rollback: async () =>
            void (await noting(() => send(client, [rollback], { names: server.names }))),
          restoring: server.restoring,
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
    batch: batchOver(whole, server.restoring),
    transaction: (work, modes = {}) =>
      borrow((session) => inTransaction(session, modes, work), modes),
    notes: server.notes,
    usage: () => server.pool.usage,
    onAbsence: (told) => {
      server.pool.onAbsence = (why) =>
        told(why === undefined ? undefined : asError(translate(why)));
    },
    listen: async (channel, onNotify) =>
      listeners ? failing(() => listen(listeners, channel, onNotify)) : poll(onNotify),
    ...(listeners && {
      replicate: (publication, listener) =>
        failing(() => replicate(listeners, publication, listener)),
    }),
    share: (other) => databaseOver(server, other),
    close: server.close,
  };
}

/** The prepared statements of each connection. */
const prepared = new WeakMap<PooledClient, PreparedStatements<Columns>>();

async function send(
  client: PooledClient,
  statements: readonly Sql[],
  {
    names,
    longTexts,
  }: { readonly names: StatementNames; readonly longTexts?: LongTexts | undefined },
): Promise<readonly Result[]> {
  const known = prepared.get(client) ?? new PreparedStatements<Columns>((text) => names.of(text));
  prepared.set(client, known);
  try {
    const batch = new Batch(statements, known);
    client.readBy(
      longTexts && {
        admit: (size) => longTexts.admit(size),
        handleLongRow: (fields) => batch.handleDataRow({ fields }),
      },
    );
    return await client.query(batch).done;
  } catch (error) {
    if (error instanceof pg.DatabaseError && isStale(error)) {
      known.forgetAll();
      names.refused(error.code);
    }
    throw error;
  }
}

async function failing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translate(error);
  }
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

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
