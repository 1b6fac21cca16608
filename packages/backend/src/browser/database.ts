import { PGlite, type PGliteOptions, protocol } from "@electric-sql/pglite";
import { extensionFiles } from "../database/extensions.ts";
import { restoring } from "../database/pglite/client-sessions.ts";
import { refusalOf, Statements, settings } from "../database/pglite/statements.ts";
import {
  AcquisitionTimeout,
  type Database,
  DatabaseError,
  DatabaseUnavailable,
  type LongTexts,
  type Share,
  type TransactionOptions,
} from "../database/port.ts";
import {
  batchOver,
  canceled,
  connectionOver,
  inTransaction,
  type Result,
  type Session,
} from "../database/sessions/session.ts";
import { toText } from "../database/sessions/values.ts";
import { type Sql, sql } from "../database/sql.ts";
import { holdName } from "./hold-name.ts";

export interface InTabOptions {
  /** `memory`, or `idb://` and a name. */
  readonly data: string;
  readonly extensions: PGliteOptions["extensions"];
  /** What a database that does not exist yet begins as. */
  readonly snapshot?: Blob | undefined;
}

/** The database of a tab. */
export interface TabDatabase extends Database {
  /** Returns the files of the database as a compressed archive, with as little of the log as PostgreSQL allows. */
  dump(): Promise<Blob>;
  /** Has the browser keep all that is committed. Nothing to do where the data are in memory. */
  keep(): Promise<void>;
}

/** In milliseconds: how soon the browser keeps what is written after an answer. */
const soon = 250;

/** In characters: a longer text is long (`LongTexts`). */
const longest = 64 * 1024;

/**
 * Opens PGlite in this tab, as the backend's database. Turns have its one session one after the other. There is
 * no thread beside it that could interrupt a statement, so that one which does not end holds the tab.
 *
 * @throws {DatabaseInUse} when another tab has it open
 */
export async function openInTab(options: InTabOptions): Promise<TabDatabase> {
  const { data, extensions = {}, snapshot } = options;
  const isKept = data.startsWith("idb://");
  const release = isKept ? await holdName(data) : () => {};
  try {
    const isNew = snapshot !== undefined && !(isKept && (await isInIndexedDb(data)));
    const pglite = await PGlite.create({
      dataDir: isKept ? data : "memory://",
      startParams: [...PGlite.defaultStartParams, ...settings],
      extensions,
      ...(isNew && { loadDataDir: await uncompressed(snapshot) }),
    });
    for (const { name, content } of await extensionFiles()) {
      const path = `/pglite/share/postgresql/extension/${name}`;
      pglite.copyToFS(path, new TextEncoder().encode(content));
    }
    const session = new TabSession(pglite);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keepSoon = () => {
      timer ??= setTimeout(() => void keep().catch(() => {}), soon);
    };
    const turns = new Turns(isKept ? keepSoon : () => {});
    const keep = async () => {
      clearTimeout(timer);
      timer = undefined;
      if (isKept && !turns.isClosed) await turns.alone(() => session.keep());
    };
    const close = async () => {
      await keep();
      await turns.close();
      clearTimeout(timer);
      await pglite.close();
      release();
    };
    let closed: Promise<void> | undefined;
    const closeOnce = () => {
      closed ??= close();
      return closed;
    };
    const dump = async () => {
      const saved = Promise.withResolvers<Blob>();
      await turns.alone(async () => saved.resolve(await session.dump()));
      return saved.promise;
    };
    return { ...databaseOver(session, turns, {}, closeOnce), keep, dump };
  } catch (error) {
    release();
    throw error;
  }
}

/** PGlite's session. */
class TabSession {
  readonly pglite: PGlite;
  readonly #statements: Statements;
  /** How far the browser has kept the log of changes. */
  #kept: unknown;

  constructor(pglite: PGlite) {
    this.pglite = pglite;
    this.#statements = new Statements(pglite);
  }

  run(statements: readonly Sql[], isWhole: boolean, texts?: LongTexts): Promise<Result[]> {
    const wired = statements.map(({ text, values }) => ({ text, values: values.map(toText) }));
    return asRefused(async () => {
      const results = isWhole
        ? await this.#statements.runWhole(wired)
        : await this.#statements.run(wired);
      if (texts) for (const { rows } of results) admitLong(rows, texts);
      return results;
    });
  }

  script(text: string): Promise<void> {
    return asRefused(async () => {
      // PGlite's own method for scripts would have the browser keep the files after each.
      const question = protocol.serialize.query(text);
      await this.pglite.execProtocolStream(question, { syncToFs: false });
    });
  }

  rollBack(): Promise<void> {
    return asRefused(() => this.#statements.rollBack());
  }

  /** Compares all files with those that the browser has, which takes a while: only after a change. */
  async keep(): Promise<void> {
    const [position] = await this.run([sql`select pg_current_wal_insert_lsn() as at`], true);
    const [{ at } = { at: undefined }] = (position?.rows ?? []) as { at: unknown }[];
    if (at === this.#kept) return;
    await this.pglite.syncToFs();
    this.#kept = at;
  }

  async dump(): Promise<Blob> {
    // Two checkpoints in a fresh file of the log let PostgreSQL remove the files before it.
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

/** Whether the browser has stored a database of this name, by the name that PGlite gives it. */
async function isInIndexedDb(data: string): Promise<boolean> {
  const { indexedDB } = globalThis as unknown as {
    readonly indexedDB: { databases(): Promise<{ readonly name?: string }[]> };
  };
  const name = data.replace(/^idb:\//, "/pglite");
  return (await indexedDB.databases()).some((database) => database.name === name);
}

/** PGlite recognizes gzip by a file's name or type, which a file from a server may lack. */
async function uncompressed(archive: Blob): Promise<Blob> {
  const [first, second] = new Uint8Array(await archive.slice(0, 2).arrayBuffer());
  // A host may already have sent it with `Content-Encoding: gzip`.
  if (first !== 0x1f || second !== 0x8b) return archive;
  return new Response(archive.stream().pipeThrough(new DecompressionStream("gzip"))).blob();
}

/** Makes UTF-8 of long texts, where there is room for it. */
function admitLong(rows: readonly unknown[], texts: LongTexts): void {
  for (const row of rows as Record<string, unknown>[]) {
    for (const [name, value] of Object.entries(row)) {
      if (typeof value !== "string" || value.length <= longest) continue;
      const bytes = new TextEncoder().encode(value);
      texts.admitNow(bytes.byteLength);
      row[name] = bytes;
    }
  }
}

async function asRefused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const fields = refusalOf(error);
    throw fields ? new DatabaseError(fields, { cause: error }) : error;
  }
}

/** The port, for one share. */
function databaseOver(
  session: TabSession,
  turns: Turns,
  share: Share,
  close: () => Promise<void>,
): Database {
  const inTurn = <T>(work: () => Promise<T>, signal?: Pick<AbortSignal, "aborted">) =>
    turns.take(work, share, signal);
  const whole = (statements: readonly Sql[], { signal, longTexts }: TransactionOptions = {}) =>
    inTurn(() => session.run(statements, true, longTexts), signal);
  return {
    ...connectionOver({
      run: whole,
      script: (text) => inTurn(() => session.script(text)),
    }),
    engine: "pglite",
    batch: batchOver(whole, restoring),
    transaction: (work, modes = {}) => {
      const own: Session = {
        run: (statements) => session.run(statements, false, modes.longTexts),
        script: (text) => session.script(text),
        rollback: () => session.rollBack(),
        restoring,
      };
      return inTurn(() => inTransaction(own, modes, work), modes.signal);
    },
    listen: (channel, onNotify) => inTurn(() => session.pglite.listen(channel, onNotify)),
    share: (other) => databaseOver(session, turns, other, close),
    close,
  };
}

/** Gives PGlite's one session to one turn at a time, in the order of asking. */
class Turns {
  isClosed = false;
  #last: Promise<unknown> = Promise.resolve();
  readonly #done: () => void;

  /** @param done called after each turn */
  constructor(done: () => void) {
    this.#done = done;
  }

  take<T>(
    work: () => Promise<T>,
    { acquireTimeout }: Share,
    signal: Pick<AbortSignal, "aborted"> | undefined,
  ): Promise<T> {
    const asked = performance.now();
    const turn = this.#last.then(() => {
      if (this.isClosed) throw new DatabaseUnavailable("The database is closed.");
      if (signal?.aborted) throw canceled("user request");
      if (acquireTimeout !== undefined && performance.now() - asked > acquireTimeout) {
        throw new AcquisitionTimeout();
      }
      return work().finally(this.#done);
    });
    this.#last = turn.catch(() => {});
    return turn;
  }

  /** A turn that is nobody's. */
  alone(work: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => {});
    return turn;
  }

  /** Waits for the turn under way, and refuses all others. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.#last;
  }
}
