import pg from "pg";
import { ConcurrencyLimit } from "../concurrency-limit.ts";
import { DatabaseError, DatabaseUnavailable } from "../errors.ts";
import type { ConnectionLimits, Database, LongTexts, TransactionOptions } from "../port.ts";
import { isStale, PreparedStatements } from "../sessions/prepared-statements.ts";
import {
  createBatch,
  createConnection,
  type Result,
  rollback,
  runInTransaction,
  type Session,
} from "../sessions/session.ts";
import type { Sql } from "../sql.ts";
import { terminateProcess } from "./abandoned-process.ts";
import { readAddresses } from "./address.ts";
import { Batch, type Columns } from "./batch.ts";
import { StatementWatch } from "./cancellation.ts";
import { backendProcessId } from "./connection.ts";
import { clientSettings, detectPooler } from "./detect-pooler.ts";
import { ChannelListeners, notifyPeriodically, pollIntervalMs } from "./listening.ts";
import { Pool, type PooledClient } from "./pool.ts";
import { replicate } from "./replication-slot.ts";
import { Servers } from "./servers.ts";
import { StatementNames } from "./statement-names.ts";

/** The address of a PostgreSQL server. */
export interface PostgresAddress {
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
  readonly standby?: StandbyAddress | undefined;
}

/** A hot standby, with the number of milliseconds that it may lag behind the primary. */
export interface StandbyAddress {
  readonly url: string;
  readonly maxDelayMs: number;
}

/** The number of connections of a single process. {@link ConnectionLimits.connections} is relative to this number. */
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
  options: PostgresAddress & { readonly connections?: number | undefined },
): Promise<Database> {
  const servers = new Servers(readAddresses(options.url));
  const directServers = options.directUrl
    ? new Servers(readAddresses(options.directUrl))
    : undefined;
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
  const unpooledServers = directServers ?? (poolerInfo.isPooled ? undefined : servers);
  const listeners = unpooledServers && new ChannelListeners(unpooledServers);
  const keepsPreparedStatements = options.preparedStatements ?? poolerInfo.keepsPreparedStatements;
  const statementNames = new StatementNames({
    isPooled: poolerInfo.isPooled,
    keepsStatements: keepsPreparedStatements,
  });
  const notes = poolerInfo.isPooled
    ? [poolerNote({ keepsPreparedStatements, hasDirectUrl: directServers !== undefined })]
    : [];
  const restoreStatements = poolerInfo.isPooled ? [clientSettings] : [];
  const epoch = { current: 0 };
  return createDatabase(
    {
      pool,
      watch,
      unpooledServers,
      listeners,
      statementNames,
      isPooled: poolerInfo.isPooled,
      epoch,
      restoreStatements,
      notes,
      close,
    },
    {},
  );
}

function poolerNote(pooler: {
  readonly keepsPreparedStatements: boolean;
  readonly hasDirectUrl: boolean;
}): string {
  const preparedNote = pooler.keepsPreparedStatements
    ? "It keeps prepared statements."
    : "It does not keep prepared statements.";
  const notificationNote = pooler.hasDirectUrl
    ? "Notifications use DATABASE_DIRECT_URL."
    : `It does not forward notifications: the schema is checked for changes every ${pollIntervalMs / 1000} seconds, unless DATABASE_DIRECT_URL names the server itself.`;
  return `The database is reached through a pooler. ${preparedNote} ${notificationNote}`;
}

interface Server {
  readonly pool: Pool;
  readonly watch: StatementWatch;
  /** Undefined if no server can be reached without a pooler. */
  readonly unpooledServers: Servers | undefined;
  readonly listeners: ChannelListeners | undefined;
  readonly statementNames: StatementNames;
  readonly isPooled: boolean;
  /** Statements that a connection has prepared in an earlier epoch are parsed again. */
  readonly epoch: { current: number };
  readonly restoreStatements: readonly Sql[];
  readonly notes: readonly string[];
  readonly close: () => Promise<void>;
}

/**
 * How many of a share's connections a single caller leaves to others. Otherwise several slow statements of one caller
 * would keep all other callers waiting.
 */
const connectionsForOthers = 2;

/** Creates the database of one share. */
function createDatabase(server: Server, limits: ConnectionLimits): Database {
  const { unpooledServers, listeners } = server;
  const { connections = Number.POSITIVE_INFINITY, acquireTimeoutMs, hasSingleCaller } = limits;
  const shareSize = Math.floor((connections * server.pool.maxConnections) / defaultConnections);
  const limit = new ConcurrencyLimit(Math.max(1, shareSize), {
    timeoutMs: acquireTimeoutMs,
    // A share never occupies more than twice its connections on the server.
    maxContinuing: Math.max(1, shareSize),
    ...(!hasSingleCaller && { maxRunningPerCaller: Math.max(1, shareSize - connectionsForOthers) }),
  });

  /** Checks a connection out of the pool while `work` runs. A broken connection is not reused. */
  const withConnection = async <T>(
    work: (session: Session) => Promise<T>,
    { signal, caller, longTexts, statementTimeoutMs }: TransactionOptions = {},
  ): Promise<T> => {
    const release = await limit.acquire({ signal, caller });
    let processEnd: Promise<void> | undefined;
    try {
      const client = await translateErrors(() => server.pool.connect());
      let isBroken = false;
      const markBroken = <Value>(execute: () => Promise<Value>): Promise<Value> =>
        translateErrors(execute).catch((error: unknown) => {
          isBroken ||= !(error instanceof DatabaseError) || server.watch.hasAbandoned(client);
          throw error;
        });
      const watch = <Value>(execute: () => Promise<Value>): Promise<Value> =>
        markBroken(() => server.watch.run(client, { limits, signal, statementTimeoutMs }, execute));
      try {
        return await work({
          run: (statements) => watch(() => send(client, statements, { ...server, longTexts })),
          script: async (text) => void (await watch(() => client.query(text))),
          rollback: async () => void (await markBroken(() => send(client, [rollback], server))),
          restoreStatements: server.restoreStatements,
        });
      } finally {
        client.release(isBroken);
        const processId = backendProcessId(client);
        // Terminate the abandoned statement. Otherwise callers could start such statements until the server has no
        // connections left.
        if (processId !== null && !server.isPooled && server.watch.hasAbandoned(client))
          processEnd = terminateProcess(server.pool, processId);
      }
    } finally {
      release(processEnd);
    }
  };
  /** Runs a complete transaction. Repeats it once if a prepared statement was stale. */
  const runTransaction = (statements: readonly Sql[], options?: TransactionOptions) =>
    withConnection(async (session) => {
      const tryOnce = () =>
        session.run(statements).catch(async (error: unknown) => {
          if (statements.length > 1) await session.rollback().catch(() => {});
          throw error;
        });
      return tryOnce().catch((error: unknown) => {
        if (error instanceof DatabaseError && isStale(error)) return tryOnce();
        throw error;
      });
    }, options);
  return {
    ...createConnection({
      run: runTransaction,
      script: (text) => withConnection((session) => session.script(text)),
    }),
    engine: "postgres",
    batch: createBatch(runTransaction, server.restoreStatements),
    transaction: (work, options = {}) =>
      withConnection((session) => runInTransaction(session, options, work), options),
    parseAgain: async () => {
      server.epoch.current += 1;
    },
    notes: server.notes,
    usage: () => server.pool.usage,
    onAbsence: (report) => {
      server.pool.onAbsence = (reason) =>
        report(reason === undefined ? undefined : asError(convertDriverError(reason)));
    },
    listen: async (channel, onNotify) =>
      listeners
        ? translateErrors(() => listeners.add(channel, onNotify))
        : notifyPeriodically(onNotify),
    ...(unpooledServers && {
      replicate: (publication, listener) =>
        translateErrors(() => replicate(unpooledServers, publication, listener)),
    }),
    withLimits: (otherLimits) => createDatabase(server, otherLimits),
    close: server.close,
  };
}

/** The prepared statements of each connection. */
const preparedByClient = new WeakMap<
  PooledClient,
  { readonly statements: PreparedStatements<Columns>; readonly epoch: number }
>();

async function send(
  client: PooledClient,
  statements: readonly Sql[],
  {
    statementNames,
    epoch,
    longTexts,
  }: Pick<Server, "statementNames" | "epoch"> & { readonly longTexts?: LongTexts | undefined },
): Promise<readonly Result[]> {
  const { statements: preparedStatements, epoch: preparedEpoch } = preparedByClient.get(client) ?? {
    statements: new PreparedStatements<Columns>((text) => statementNames.create(text)),
    epoch: epoch.current,
  };
  if (preparedEpoch !== epoch.current) preparedStatements.forgetAll();
  preparedByClient.set(client, { statements: preparedStatements, epoch: epoch.current });
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
      statementNames.handleRefusal(error.code);
    }
    throw error;
  }
}

async function translateErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw convertDriverError(error);
  }
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

/** SQLSTATE classes that mean the server is temporarily unavailable (PostgreSQL documentation, appendix A). */
const unavailableCodes = /^(08|57P0|53300)/;

function convertDriverError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return error;
  if (error instanceof DatabaseError) return error;
  if (error instanceof pg.DatabaseError && error.code && !unavailableCodes.test(error.code)) {
    return new DatabaseError(
      { ...error, message: error.message, code: error.code },
      { cause: error },
    );
  }
  return new DatabaseUnavailable("The database cannot be reached.", { cause: error });
}
