import { PGlite, type PGliteOptions, protocol } from "@electric-sql/pglite";
import { AcquisitionTimeout, DatabaseError, DatabaseUnavailable } from "../database/errors.ts";
import { extensionFiles } from "../database/extensions.ts";
import { restoreStatements } from "../database/pglite/client-sessions.ts";
import {
  databaseErrorFields,
  Statements,
  settingArguments,
} from "../database/pglite/statements.ts";
import type {
  ConnectionLimits,
  Database,
  LongTexts,
  TransactionOptions,
} from "../database/port.ts";
import {
  canceledError,
  createBatch,
  createConnection,
  type Result,
  runInTransaction,
  type Session,
} from "../database/sessions/session.ts";
import { toText } from "../database/sessions/values.ts";
import { type Sql, sql } from "../database/sql.ts";
import { lockDatabase } from "./database-lock.ts";

export interface TabDatabaseOptions {
  /** `memory`, or `idb://` and a name. */
  readonly data: string;
  readonly extensions: PGliteOptions["extensions"];
  /** Settings of PostgreSQL that apply to every session. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The snapshot that a new database starts with. */
  readonly snapshot?: Blob | undefined;
}

/** The database of a tab. */
export interface TabDatabase extends Database {
  /** Returns the database's files as a compressed archive, with as little of the write-ahead log as possible. */
  dump(): Promise<Blob>;
  /** Persists everything that is committed. Does nothing if the data is in memory. */
  persist(): Promise<void>;
}

/** How long to wait before writes of background work are persisted. */
const persistDelayMs = 250;

/** Texts above this length are encoded as bytes (`LongTexts`). */
const maxTextCharacters = 64 * 1024;

/**
 * Opens PGlite in this tab as the backend's database. It has one session, which one caller at a time can use. No other
 * thread can interrupt a statement, so a statement that never ends blocks the tab.
 *
 * @throws {DatabaseInUse} if another tab has the database open
 */
export async function openTabDatabase(options: TabDatabaseOptions): Promise<TabDatabase> {
  const { data, extensions = {}, settings = {}, snapshot } = options;
  const isPersistent = data.startsWith("idb://");
  const release = isPersistent ? await lockDatabase(data) : () => {};
  try {
    const usesSnapshot = snapshot !== undefined && !(isPersistent && (await isInIndexedDb(data)));
    const pglite = await PGlite.create({
      dataDir: isPersistent ? data : "memory://",
      startParams: [...PGlite.defaultStartParams, ...settingArguments(settings)],
      extensions,
      ...(usesSnapshot && { loadDataDir: await decompress(snapshot) }),
    });
    for (const { name, content } of await extensionFiles()) {
      const path = `/pglite/share/postgresql/extension/${name}`;
      pglite.copyToFS(path, new TextEncoder().encode(content));
    }
    const session = new TabSession(pglite);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const persistSoon = () => {
      timer ??= setTimeout(() => void persist().catch(() => {}), persistDelayMs);
    };
    const queue = new SessionQueue(isPersistent ? persistSoon : () => {});
    const persist = async () => {
      clearTimeout(timer);
      timer = undefined;
      if (isPersistent && !queue.isClosed) await queue.runAlone(() => session.persist());
    };
    const close = async () => {
      await persist();
      await queue.close();
      clearTimeout(timer);
      await pglite.close();
      release();
    };
    let closing: Promise<void> | undefined;
    const closeOnce = () => {
      closing ??= close();
      return closing;
    };
    const dump = async () => {
      const archive = Promise.withResolvers<Blob>();
      await queue.runAlone(async () => archive.resolve(await session.dump()));
      return archive.promise;
    };
    return { ...databaseOver(session, queue, {}, closeOnce), persist, dump };
  } catch (error) {
    release();
    throw error;
  }
}

/** PGlite's session. */
class TabSession {
  readonly pglite: PGlite;
  readonly #statements: Statements;
  /** The position in the write-ahead log up to which all changes are persisted. */
  #persistedUpTo: unknown;

  constructor(pglite: PGlite) {
    this.pglite = pglite;
    this.#statements = new Statements(pglite);
  }

  run(statements: readonly Sql[], isTransaction: boolean, texts?: LongTexts): Promise<Result[]> {
    const encoded = statements.map(({ text, values, maxRows }) => ({
      text,
      values: values.map(toText),
      maxRows,
    }));
    return withDatabaseErrors(async () => {
      const results = isTransaction
        ? await this.#statements.runTransaction(encoded)
        : await this.#statements.run(encoded);
      if (texts) for (const { rows } of results) encodeLongTexts(rows, texts);
      return results;
    });
  }

  script(text: string): Promise<void> {
    return withDatabaseErrors(async () => {
      // Do not use PGlite's own method for scripts, because it would persist all files after each script.
      const message = protocol.serialize.query(text);
      await this.pglite.execProtocolStream(message, { syncToFs: false });
    });
  }

  rollBack(): Promise<void> {
    return withDatabaseErrors(() => this.#statements.rollBack());
  }

  parseAgain(): void {
    this.#statements.forgetAll();
  }

  /** Persists the files if there was a change. PGlite compares all files, which takes a while. */
  async persist(): Promise<void> {
    const [position] = await this.run([sql`select pg_current_wal_insert_lsn() as lsn`], true);
    const [{ lsn } = { lsn: undefined }] = (position?.rows ?? []) as { lsn: unknown }[];
    if (lsn === this.#persistedUpTo) return;
    await this.pglite.syncToFs();
    this.#persistedUpTo = lsn;
  }

  async dump(): Promise<Blob> {
    // Two checkpoints in a new segment make PostgreSQL remove the earlier segments of the write-ahead log from the
    // archive.
    for (const statement of [
      "set wal_recycle = off",
      "select pg_switch_wal()",
      "checkpoint",
      "checkpoint",
    ])
      await this.script(statement);
    return this.pglite.dumpDataDir("gzip");
  }
}

/** Returns whether IndexedDB contains a database with this name. PGlite derives the stored name from it. */
async function isInIndexedDb(data: string): Promise<boolean> {
  const { indexedDB } = globalThis as {
    readonly indexedDB?: { databases(): Promise<{ readonly name?: string }[]> };
  };
  const name = data.replace(/^idb:\//, "/pglite");
  const databases = (await indexedDB?.databases()) ?? [];
  return databases.some((database) => database.name === name);
}

/** PGlite recognizes gzip by a file's name or type, which a file from a server may lack. */
async function decompress(archive: Blob): Promise<Blob> {
  const [firstByte, secondByte] = new Uint8Array(await archive.slice(0, 2).arrayBuffer());
  // If the host sent the archive with `Content-Encoding: gzip`, the browser has already decompressed it.
  if (firstByte !== 0x1f || secondByte !== 0x8b) return archive;
  return new Response(archive.stream().pipeThrough(new DecompressionStream("gzip"))).blob();
}

/** Encodes long texts as UTF-8, if the memory budget has room for them. */
function encodeLongTexts(rows: readonly unknown[], texts: LongTexts): void {
  for (const row of rows as Record<string, unknown>[]) {
    for (const [name, value] of Object.entries(row)) {
      if (typeof value !== "string" || value.length <= maxTextCharacters) continue;
      const bytes = new TextEncoder().encode(value);
      texts.admitNow(bytes.byteLength);
      row[name] = bytes;
    }
  }
}

async function withDatabaseErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const fields = databaseErrorFields(error);
    throw fields ? new DatabaseError(fields, { cause: error }) : error;
  }
}

/** Returns a {@link Database} on the tab's session, with the limits of one share. */
function databaseOver(
  session: TabSession,
  queue: SessionQueue,
  share: ConnectionLimits,
  close: () => Promise<void>,
): Database {
  const enqueue = <T>(work: () => Promise<T>, signal?: Pick<AbortSignal, "aborted">) =>
    queue.enqueue(work, share, signal);
  const runAll = (statements: readonly Sql[], { signal, longTexts }: TransactionOptions = {}) =>
    enqueue(() => session.run(statements, true, longTexts), signal);
  return {
    ...createConnection({
      run: runAll,
      script: (text) => enqueue(() => session.script(text)),
    }),
    engine: "pglite",
    parseAgain: () => enqueue(async () => session.parseAgain()),
    batch: createBatch(runAll, restoreStatements),
    transaction: (work, modes = {}) => {
      const transactionSession: Session = {
        run: (statements) => session.run(statements, false, modes.longTexts),
        script: (text) => session.script(text),
        rollback: () => session.rollBack(),
        restoreStatements,
      };
      return enqueue(() => runInTransaction(transactionSession, modes, work), modes.signal);
    },
    listen: (channel, onNotify) => enqueue(() => session.pglite.listen(channel, onNotify)),
    withLimits: (other) => databaseOver(session, queue, other, close),
    close,
  };
}

/** Queues the callers of PGlite's only session, first in, first out. */
class SessionQueue {
  isClosed = false;
  #last: Promise<unknown> = Promise.resolve();
  readonly #onTurnEnd: () => void;

  /**
   * Creates an empty queue.
   *
   * @param onTurnEnd called after each turn
   */
  constructor(onTurnEnd: () => void) {
    this.#onTurnEnd = onTurnEnd;
  }

  enqueue<T>(
    work: () => Promise<T>,
    { acquireTimeoutMs }: ConnectionLimits,
    signal: Pick<AbortSignal, "aborted"> | undefined,
  ): Promise<T> {
    const requestedAt = performance.now();
    const turn = this.#last.then(() => {
      if (this.isClosed) throw new DatabaseUnavailable("The database is closed.");
      if (signal?.aborted) throw canceledError("user request");
      if (acquireTimeoutMs !== undefined && performance.now() - requestedAt > acquireTimeoutMs) {
        throw new AcquisitionTimeout();
      }
      return work().finally(this.#onTurnEnd);
    });
    this.#last = turn.catch(() => {});
    return turn;
  }

  /** Runs work that does not belong to a request. */
  runAlone(work: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => {});
    return turn;
  }

  /** Waits for the current work, and refuses everything that is queued. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.#last;
  }
}
