import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Database, LongTexts, OnNotify, Share, TransactionOptions } from "../port.ts";
import { batchOver, connectionOver, inTransaction, type Result } from "../sessions/session.ts";
import { toText } from "../sessions/values.ts";
import type { Sql } from "../sql.ts";
import { restoring } from "./client-sessions.ts";
import { lockDirectory } from "./directory-lock.ts";
import { ProgramSessions } from "./program-sessions.ts";
import { type Ask, Scheduler } from "./scheduler.ts";
import { unpack } from "./tar.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

export interface PgliteOptions {
  /** The directory of its files, made when absent. Without it, they are removed with the process. */
  readonly directory?: string;
  /** True for PostGIS, which is there if the package `@electric-sql/pglite-postgis` is. */
  readonly postgis?: boolean;
  /** A file from {@link PgliteDatabase.saveTo}; a new database starts from it in a third of the time. */
  readonly snapshot?: Buffer<ArrayBuffer>;
  /** Called when the database's thread is up, before the database is opened in it. */
  readonly onThread?: () => void;
}

export interface PgliteDatabase extends Database {
  /** Saves the whole database to a file. */
  saveTo(file: string): Promise<void>;
}

/**
 * Opens the embedded database: PostgreSQL compiled to WebAssembly, inside this process.
 *
 * @throws {DirectoryInUse} when another process has the directory
 */
export async function openPglite(options: PgliteOptions = {}): Promise<PgliteDatabase> {
  const { postgis, snapshot, onThread } = options;
  const { directory, leave } = await placeFor(options);
  try {
    const dataDir = `${directory}/database`;
    if (snapshot && !hasDatabase(directory)) await unpack(snapshot, dataDir);
    const listeners = new Listeners();
    let tellOfLoss = (_why: Error) => {};
    const scheduler = new Scheduler({
      dataDir,
      postgis,
      onThread,
      onNotify: (channel, payload) => listeners.tell(channel, payload),
      onHeard: (session, channel, payload) => programs.tell(session, channel, payload),
      onLoss: (why) => {
        programs.lose();
        tellOfLoss(why);
      },
      onReopened: () => {
        for (const channel of listeners.channels) {
          scheduler.request({ kind: "listen", channel }, { share: {} }).then(
            () => listeners.tell(channel, undefined),
            () => {},
          );
        }
      },
    });
    const programs = new ProgramSessions(scheduler);
    await scheduler.open();
    let closed: Promise<void> | undefined;
    const close = () => {
      closed ??= scheduler.close().then(leave);
      return closed;
    };
    return {
      ...databaseOver(scheduler, listeners, {}, close),
      openSession: (session) => programs.open(session),
      onLoss: (told) => {
        tellOfLoss = told;
      },
      saveTo: (file) =>
        scheduler.alone(async (ask) => void (await ask({ kind: "save", file })), { share: {} }),
    };
  } catch (error) {
    await leave();
    throw error;
  }
}

async function placeFor({ directory }: PgliteOptions) {
  if (directory) return { directory, leave: await lockDirectory(directory) };
  const { path, remove } = await temporaryDirectory();
  return { directory: path, leave: remove };
}

/** True when the directory holds a database. */
export function hasDatabase(directory: string): boolean {
  return existsSync(join(directory, "database/PG_VERSION"));
}

/** The port, for one share. */
function databaseOver(
  scheduler: Scheduler,
  listeners: Listeners,
  share: Share,
  close: () => Promise<void>,
): Database {
  const whole = (
    statements: readonly Sql[],
    { signal, caller, longTexts }: TransactionOptions = {},
  ) =>
    admitting(longTexts, (wanted) =>
      scheduler.request(
        { kind: "batch", ...wired(statements), whole: true, longTexts: wanted },
        { share, signal, caller },
      ),
    );
  return {
    ...connectionOver({
      run: whole,
      script: async (text) => void (await scheduler.request({ kind: "script", text }, { share })),
    }),
    engine: "pglite",
    batch: batchOver(whole, restoring),
    transaction: (work, modes = {}) =>
      scheduler.alone((ask) => inTransaction(sessionOver(ask, modes.longTexts), modes, work), {
        share,
        signal: modes.signal,
        caller: modes.caller,
      }),
    listen: async (channel, onNotify) => {
      const stop = listeners.add(channel, onNotify);
      await scheduler.request({ kind: "listen", channel }, { share });
      return async () => stop();
    },
    share: (other) => databaseOver(scheduler, listeners, other, close),
    close,
  };
}

const sessionOver = (ask: Ask, longTexts: LongTexts | undefined) => ({
  run: (statements: readonly Sql[]) =>
    admitting(longTexts, (wanted) =>
      ask({ kind: "batch", ...wired(statements), whole: false, longTexts: wanted }),
    ),
  script: async (text: string) => void (await ask({ kind: "script", text })),
  rollback: async () => void (await ask({ kind: "rollback" })),
  restoring,
});

/** Passes on the rows that there is room for. */
async function admitting(
  longTexts: LongTexts | undefined,
  run: (wanted: boolean) => Promise<readonly Result[]>,
): Promise<readonly Result[]> {
  if (!longTexts) return run(false);
  const results = await run(true);
  const rows = results.flatMap((result) => result.rows);
  for (const value of rows.flatMap((row) => Object.values(row as object))) {
    if (!(value instanceof Uint8Array)) continue;
    try {
      longTexts.admitNow(value.byteLength);
    } catch (error) {
      // The garbage collector would let many buffers pile up.
      (value.buffer as ArrayBuffer).transfer(0);
      throw error;
    }
  }
  return results;
}

function wired(statements: readonly Sql[]) {
  return {
    statements: statements.map(({ text, values }) => ({ text, values: values.map(toText) })),
  };
}

/** The listeners of each channel; they outlive the database's thread. */
class Listeners {
  readonly #byChannel = new Map<string, Set<OnNotify>>();

  get channels(): readonly string[] {
    return [...this.#byChannel.keys()];
  }

  add(channel: string, heard: OnNotify): () => void {
    const all = this.#byChannel.get(channel) ?? new Set();
    this.#byChannel.set(channel, all.add(heard));
    return () => void all.delete(heard);
  }

  tell(channel: string, payload: string | undefined): void {
    for (const heard of this.#byChannel.get(channel) ?? []) heard(payload);
  }
}
