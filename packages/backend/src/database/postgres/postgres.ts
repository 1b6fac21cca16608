import pg from "pg";
import { ConcurrencyLimit } from "../concurrency-limit.ts";
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
import { StatementWatch } from "./cancellation.ts";
import { ChannelListeners, poll, pollIntervalMs } from "./listening.ts";
import { Pool, type PooledClient } from "./pool.ts";
import { clientSettings, detectPooler } from "./pooler.ts";
import { replicate } from "./replication.ts";
import { Servers } from "./servers.ts";
import { StatementNames } from "./statement-names.ts";

/** The address of a PostgreSQL server. */
export interface PostgresPlace {
  /**
   * A libpq URL: `postgresql://user:password@host:5432/database`, optionally with several hosts, `sslmode` and other
   * parameters ({@link readAddresses}). May point to a pooler.
   */
  readonly url: string;
  /** The URL of the same database without a pooler, for notifications and replication. */
  readonly directUrl?: string | undefined;
  /**
   * Whether prepared statements survive a transaction. Detected by default, except behind a pooler that lends a
   * connection for a whole session.
   */
  readonly preparedStatements?: boolean | undefined;
  /** A hot standby to read from. */
  readonly standby?: StandbyPlace | undefined;
}

/** A hot standby, with the number of milliseconds that it may lag behind the primary. */
export interface StandbyPlace {
  readonly url: string;
  readonly longestDelay: number;
}

/** The connections of a single process. The connections of a {@link Share} are relative to this number. */
const defaultConnections = 10;

/** The minimum for each of many processes. With fewer, one part of the program could block the others. */
const minConnections = 3;

/**
 * Returns the maximum number of connections for each process, so that all processes combined use as many as a single
 * process.
 */
export const connectionsPerProcess = (processes: number): number =>
  Math.max(minConnections, Math.floor(defaultConnections / processes));

/**
 * Opens a pool of connections to a PostgreSQL server.
 *
 * @param options.connections the maximum number of connections of this process; below ten, shares shrink in proportion
 * @throws {AddressError} if the URL is invalid
 * @throws {DatabaseUnavailable} if the server does not answer
 */
export async function openPostgres(
  options: PostgresPlace & { readonly connections?: number | undefined },
): Promise<Database> {
  const servers = new Servers(readAddresses(options.url));
  const direct = options.directUrl ? new Servers(readAddresses(options.directUrl)) : undefined;
  const { address, poolerInfo } = await translateErrors(async () => {
    const { client, address } = await servers.connect();
    return { address, poolerInfo: await detectPooler(client).finally(() => client.end()) };
  });
  const pool = new Pool(servers, address, options.connections ?? defaultConnections);
  const watch = new StatementWatch();
  let closed: Promise<void> | undefined;
  const close = () => {
    watch.close();
    closed ??= pool.end();
    return closed;
  };
  const unpooled = direct ?? (poolerInfo.isPooled ? undefined : servers);
  const listeners = unpooled && new ChannelListeners(unpooled);
  const keepsPrepared = options.preparedStatements ?? poolerInfo.keepsPrepared;
  const names = new StatementNames({ isPooled: poolerInfo.isPooled, isKept: keepsPrepared });
  const notes = poolerInfo.isPooled
    ? [poolerNote({ keepsPrepared, hasDirectUrl: direct !== undefined })]
    : [];
  const restoring = poolerInfo.isPooled ? [clientSettings] : [];
  const epoch = { current: 0 };
  return createDatabase(
    { pool, watch, unpooled, listeners, names, epoch, restoring, notes, close },
    {},
  );
}

function poolerNote(pooler: {
  readonly keepsPrepared: boolean;
  readonly hasDirectUrl: boolean;
}): string {
  const prepared = pooler.keepsPrepared
    ? "It keeps prepared statements."
    : "It does not keep prepared statements.";
  const notifications = pooler.hasDirectUrl
    ? "Notifications use DATABASE_DIRECT_URL."
    : `It does not forward notifications: the schema is checked for changes every ${pollIntervalMs / 1000} seconds, unless DATABASE_DIRECT_URL names the server itself.`;
  return `The database is reached through a pooler. ${prepared} ${notifications}`;
}

interface Server {
  readonly pool: Pool;
  readonly watch: StatementWatch;
  /** Undefined if no server can be reached without a pooler. */
  readonly unpooled: Servers | undefined;
  readonly listeners: ChannelListeners | undefined;
  readonly names: StatementNames;
  /** Statements that a connection has prepared in an earlier epoch are parsed again. */
  readonly epoch: { current: number };
  readonly restoring: readonly Sql[];
  readonly notes: readonly string[];
  readonly close: () => Promise<void>;
}

/** Creates the database of one share. */
function createDatabase(server: Server, share: Share): Database {
  const { unpooled, listeners } = server;
  const { connections = Number.POSITIVE_INFINITY, acquireTimeoutMs } = share;
  const shareSize = Math.floor((connections * server.pool.maxConnections) / defaultConnections);
  const limit = new ConcurrencyLimit(Math.max(1, shareSize), { timeoutMs: acquireTimeoutMs });

  /** Checks a connection out of the pool while `work` runs. A broken connection is not reused. */
  const borrow = async <T>(
    work: (session: Session) => Promise<T>,
    { signal, caller, longTexts }: TransactionOptions = {},
  ): Promise<T> => {
    const release = await limit.acquire({ signal, caller });
    try {
      const client = await translateErrors(() => server.pool.connect());
      let broken = false;
      const markBroken = <Value>(execute: () => Promise<Value>): Promise<Value> =>
        translateErrors(execute).catch((error: unknown) => {
          broken ||= !(error instanceof DatabaseError);
          throw error;
        });
      const watched = <Value>(execute: () => Promise<Value>): Promise<Value> =>
        markBroken(() => server.watch.run(client, { share, signal }, execute));
      try {
        return await work({
          run: (statements) => watched(() => send(client, statements, { ...server, longTexts })),
          script: async (text) => void (await watched(() => client.query(text))),
          rollback: async () => void (await markBroken(() => send(client, [rollback], server))),
          restoring: server.restoring,
        });
      } finally {
        client.release(broken);
      }
    } finally {
      release();
    }
  };
  /** Runs a complete transaction. Repeats it once if a prepared statement was stale. */
  const runTransaction = (statements: readonly Sql[], modes?: TransactionOptions) =>
    borrow(async (session) => {
      const attempt = () =>
        session.run(statements).catch(async (error: unknown) => {
          if (statements.length > 1) await session.rollback().catch(() => {});
          throw error;
        });
      return attempt().catch((error: unknown) => {
        if (error instanceof DatabaseError && isStale(error)) return attempt();
        throw error;
      });
    }, modes);
  return {
    ...connectionOver({
      run: runTransaction,
      script: (text) => borrow((session) => session.script(text)),
    }),
    engine: "postgres",
    batch: batchOver(runTransaction, server.restoring),
    transaction: (work, modes = {}) =>
      borrow((session) => inTransaction(session, modes, work), modes),
    parseAgain: async () => {
      server.epoch.current += 1;
    },
    notes: server.notes,
    usage: () => server.pool.usage,
    onAbsence: (report) => {
      server.pool.onAbsence = (reason) =>
        report(reason === undefined ? undefined : asError(translate(reason)));
    },
    listen: async (channel, onNotify) =>
      listeners ? translateErrors(() => listeners.add(channel, onNotify)) : poll(onNotify),
    ...(unpooled && {
      replicate: (publication, listener) =>
        translateErrors(() => replicate(unpooled, publication, listener)),
    }),
    share: (other) => createDatabase(server, other),
    close: server.close,
  };
}

/** The prepared statements of each connection. */
const prepared = new WeakMap<
  PooledClient,
  { readonly statements: PreparedStatements<Columns>; readonly epoch: number }
>();

async function send(
  client: PooledClient,
  statements: readonly Sql[],
  {
    names,
    epoch,
    longTexts,
  }: Pick<Server, "names" | "epoch"> & { readonly longTexts?: LongTexts | undefined },
): Promise<readonly Result[]> {
  const { statements: preparedStatements, epoch: preparedIn } = prepared.get(client) ?? {
    statements: new PreparedStatements<Columns>((text) => names.create(text)),
    epoch: epoch.current,
  };
  if (preparedIn !== epoch.current) preparedStatements.forgetAll();
  prepared.set(client, { statements: preparedStatements, epoch: epoch.current });
  try {
    const batch = new Batch(statements, preparedStatements);
    client.setLongRowsReader(
      longTexts && {
        admit: (size) => longTexts.admit(size),
        handleLongRow: (fields) => batch.handleDataRow({ fields }),
      },
    );
    return await client.query(batch).done;
  } catch (error) {
    if (error instanceof pg.DatabaseError && isStale(error)) {
      preparedStatements.forgetAll();
      names.handleRefusal(error.code);
    }
    throw error;
  }
}

async function translateErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translate(error);
  }
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

/** SQLSTATE classes that mean the server is temporarily unavailable (PostgreSQL documentation, appendix A). */
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
