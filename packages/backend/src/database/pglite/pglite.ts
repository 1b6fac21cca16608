import { existsSync } from "node:fs";
import { join } from "node:path";
import type {
  ConnectionLimits,
  Database,
  LongTexts,
  OnNotify,
  TransactionOptions,
} from "../port.ts";
import {
  createBatch,
  createConnection,
  type Result,
  runInTransaction,
} from "../sessions/session.ts";
import { toText } from "../sessions/values.ts";
import type { Sql } from "../sql.ts";
import { restoreStatements } from "./client-sessions.ts";
import { lockDirectory } from "./directory-lock.ts";
import { ProgramSessions } from "./program-sessions.ts";
import { Scheduler, type SendRequest } from "./scheduler.ts";
import { unpack } from "./tar.ts";
import { createTemporaryDirectory } from "./temporary-directory.ts";

export interface PgliteOptions {
  /**
   * The directory of the database's files. It is created if missing. Without it, the files are removed when the process
   * ends.
   */
  readonly directory?: string;
  /** Whether to load PostGIS. Needs the package `@electric-sql/pglite-postgis`. */
  readonly postgis?: boolean;
  /** Settings of PostgreSQL that apply to every session. PostgreSQL does not start with an invalid value. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A file from {@link PgliteDatabase.saveTo}. A new database starts from it in a third of the time. */
  readonly snapshot?: Buffer<ArrayBuffer>;
  /** Called when the database's thread is running, before it opens the database. */
  readonly onThread?: () => void;
}

export interface PgliteDatabase extends Database {
  /** Saves the complete database to a file. */
  saveTo(file: string): Promise<void>;
}

/**
 * Opens the embedded database: PostgreSQL compiled to WebAssembly, inside this process.
 *
 * @throws {DirectoryInUse} if another process uses the directory
 */
export async function openPglite(options: PgliteOptions = {}): Promise<PgliteDatabase> {
  const { postgis, settings = {}, snapshot, onThread } = options;
  const { directory, unlock } = await lockDirectoryFor(options);
  try {
    const dataDir = `${directory}/database`;
    if (snapshot && !hasDatabase(directory)) await unpack(snapshot, dataDir);
    const listeners = new Listeners();
    let reportLoss = (_reason: Error) => {};
    const scheduler = new Scheduler({
      dataDir,
      postgis,
      settings,
      onThread,
      onNotify: (channel, payload) => listeners.notify(channel, payload),
      onProgramNotify: (session, channel, payload) => programs.notify(session, channel, payload),
      onLoss: (reason) => {
        programs.endAll();
        reportLoss(reason);
      },
      onReopened: () => {
        for (const channel of listeners.channels) {
          scheduler.request({ kind: "listen", channel }, { limits: {} }).then(
            () => listeners.notify(channel, undefined),
            () => {},
          );
        }
      },
    });
    const programs = new ProgramSessions(scheduler);
    await scheduler.open();
    let closed: Promise<void> | undefined;
    const close = () => {
      closed ??= scheduler.close().then(unlock);
      return closed;
    };
    return {
      ...createDatabase(scheduler, listeners, {}, close),
      openSession: (session) => programs.open(session),
      onLoss: (report) => {
        reportLoss = report;
      },
      saveTo: (file) =>
        scheduler.runExclusive(async (request) => void (await request({ kind: "save", file })), {
          limits: {},
        }),
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function lockDirectoryFor({ directory }: PgliteOptions) {
  if (directory) return { directory, unlock: await lockDirectory(directory) };
  const { path, remove } = await createTemporaryDirectory();
  return { directory: path, unlock: remove };
}

/** Returns whether the directory contains a database. */
export function hasDatabase(directory: string): boolean {
  return existsSync(join(directory, "database/PG_VERSION"));
}

/** Creates the database of one share. */
function createDatabase(
  scheduler: Scheduler,
  listeners: Listeners,
  limits: ConnectionLimits,
  close: () => Promise<void>,
): Database {
  const runBatch = (
    statements: readonly Sql[],
    { signal, caller, network, longTexts }: TransactionOptions = {},
  ) =>
    admitLongTexts(longTexts, (keepsBytes) =>
      scheduler.request(
        {
          kind: "batch",
          ...serializeStatements(statements),
          isTransaction: true,
          longTexts: keepsBytes,
        },
        { limits, signal, caller, network },
      ),
    );
  return {
    ...createConnection({
      run: runBatch,
      script: async (text) => void (await scheduler.request({ kind: "script", text }, { limits })),
    }),
    engine: "pglite",
    parseAgain: async () => void (await scheduler.request({ kind: "parse again" }, { limits })),
    batch: createBatch(runBatch, restoreStatements),
    transaction: (work, options = {}) =>
      scheduler.runExclusive(
        (request) => runInTransaction(createSession(request, options.longTexts), options, work),
        {
          limits,
          signal: options.signal,
          caller: options.caller,
          network: options.network,
        },
      ),
    listen: async (channel, onNotify) => {
      const stop = listeners.add(channel, onNotify);
      await scheduler.request({ kind: "listen", channel }, { limits });
      return async () => stop();
    },
    withLimits: (otherLimits) => createDatabase(scheduler, listeners, otherLimits, close),
    close,
  };
}

const createSession = (request: SendRequest, longTexts: LongTexts | undefined) => ({
  run: (statements: readonly Sql[]) =>
    admitLongTexts(longTexts, (keepsBytes) =>
      request({
        kind: "batch",
        ...serializeStatements(statements),
        isTransaction: false,
        longTexts: keepsBytes,
      }),
    ),
  script: async (text: string) => void (await request({ kind: "script", text })),
  rollback: async () => void (await request({ kind: "rollback" })),
  restoreStatements,
});

/** Returns the rows once there is memory for their long texts. */
async function admitLongTexts(
  longTexts: LongTexts | undefined,
  run: (keepsBytes: boolean) => Promise<readonly Result[]>,
): Promise<readonly Result[]> {
  if (!longTexts) return run(false);
  const results = await run(true);
  const rows = results.flatMap((result) => result.rows);
  for (const value of rows.flatMap((row) => Object.values(row as object))) {
    if (!(value instanceof Uint8Array)) continue;
    try {
      longTexts.admitNow(value.byteLength);
    } catch (error) {
      // Free the buffer immediately, because many would pile up before the garbage collector runs.
      (value.buffer as ArrayBuffer).transfer(0);
      throw error;
    }
  }
  return results;
}

function serializeStatements(statements: readonly Sql[]) {
  return {
    statements: statements.map(({ text, values, maxRows }) => ({
      text,
      values: values.map(toText),
      maxRows,
    })),
  };
}

/** The listeners of each channel. They survive the end of the database's thread. */
class Listeners {
  readonly #byChannel = new Map<string, Set<OnNotify>>();

  get channels(): readonly string[] {
    return [...this.#byChannel.keys()];
  }

  add(channel: string, listener: OnNotify): () => void {
    const listeners = this.#byChannel.get(channel) ?? new Set();
    this.#byChannel.set(channel, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  notify(channel: string, payload: string | undefined): void {
    for (const listener of this.#byChannel.get(channel) ?? []) listener(payload);
  }
}
