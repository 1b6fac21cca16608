/// <reference path="./web-assembly.d.ts" />
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { lockDirectory } from "./directory-lock.ts";
import { pgliteFolder } from "./pglite-extensions.ts";
import type { Answer, Request, ThreadData } from "./pglite-worker.ts";
import { type Answers, type Database, DatabaseError, DatabaseUnavailable } from "./port.ts";
import { asTransaction, connectionOver, inTransaction, type Result } from "./session.ts";
import type { Sql } from "./sql.ts";
import { unpack } from "./tar.ts";
import { toText } from "./values.ts";

export interface PgliteOptions {
  /** Where its files are kept, made when absent; nothing is kept without it. */
  readonly directory?: string;
  /** Whether PostGIS is wanted; it is there if the package `@electric-sql/pglite-postgis` is. */
  readonly postgis?: boolean;
  /**
   * A new database begins with what {@link PgliteDatabase.saveTo} saved, in a third of the time. The
   * bytes are gone from this thread afterwards.
   */
  readonly snapshot?: Buffer<ArrayBuffer>;
  /** Called when the database's thread is up, and the database is yet to be opened in it. */
  readonly onThread?: () => void;
}

export interface PgliteDatabase extends Database {
  /** Saves all that is in the database to a file. */
  saveTo(file: string): Promise<void>;
}

/**
 * Opens the embedded database: PostgreSQL compiled to WebAssembly, inside this process.
 *
 * @throws {DirectoryInUse} when another process has the directory
 */
export async function openPglite(options: PgliteOptions = {}): Promise<PgliteDatabase> {
  const { directory, postgis, snapshot } = options;
  const unlock = directory ? await lockDirectory(directory) : undefined;
  try {
    const dataDir = directory && `${directory}/database`;
    if (dataDir && snapshot && !hasDatabase(directory)) await unpack(snapshot, dataDir);
    const thread = await startThread(
      { dataDir, postgis, snapshot: dataDir ? undefined : snapshot },
      options.onThread,
    );
    const turns = new Turns();
    let closed: Promise<void> | undefined;
    const whole = (statements: readonly Sql[]) =>
      turns.afterOthers(() => thread.ask({ kind: "batch", ...wired(statements), whole: true }));
    return {
      ...connectionOver({
        run: whole,
        script: async (text) => {
          await turns.afterOthers(() => thread.ask({ kind: "script", text }));
        },
      }),
      engine: "pglite",
      batch: async <Results extends readonly unknown[]>(statements: readonly Sql[], modes = {}) => {
        const transaction = asTransaction(statements, modes);
        return transaction.resultsOf(await whole(transaction.statements)) as Answers<Results>;
      },
      transaction: (work, modes = {}) =>
        turns.alone(() =>
          inTransaction(
            {
              run: (statements) =>
                thread.ask({ kind: "batch", ...wired(statements), whole: false }),
              script: async (text) => {
                await thread.ask({ kind: "script", text });
              },
            },
            modes,
            work,
          ),
        ),
      listen: async (channel, onNotify) => {
        const stop = thread.onNotify(channel, onNotify);
        await turns.afterOthers(() => thread.ask({ kind: "listen", channel }));
        return async () => stop();
      },
      saveTo: (file) =>
        turns.alone(async () => {
          await thread.ask({ kind: "save", file });
        }),
      close: () => {
        closed ??= turns.alone(() => thread.close()).then(unlock);
        return closed;
      },
    };
  } catch (error) {
    await unlock?.();
    throw error;
  }
}

/** Whether a database has been made in a directory. */
export function hasDatabase(directory: string): boolean {
  return existsSync(join(directory, "database/PG_VERSION"));
}

function wired(statements: readonly Sql[]) {
  return {
    statements: statements.map(({ text, values }) => ({ text, values: values.map(toText) })),
  };
}

/**
 * The database has a single session, which a transaction whose statements come one by one has to
 * itself. What is a single message needs no turn of its own: the thread takes messages in order.
 */
class Turns {
  #lastAlone: Promise<unknown> = Promise.resolve();

  /** When all before have ended, and with none beside it. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#lastAlone.then(work);
    this.#lastAlone = turn.catch(() => {});
    return turn;
  }

  /** @param send sends one message, at once */
  afterOthers<T>(send: () => Promise<T>): Promise<T> {
    return this.#lastAlone.then(send);
  }
}

interface Thread {
  /**
   * @throws {DatabaseError} when PostgreSQL refuses
   * @throws {DatabaseUnavailable} when the thread has ended
   */
  ask(request: Request): Promise<readonly Result[]>;
  onNotify(channel: string, heard: (payload: string) => void): () => void;
  close(): Promise<void>;
}

/**
 * In megabytes. Deep recursion in SQL is recursion of compiled code, which takes of the thread's own
 * stack several times what PostgreSQL counts, the more the less the engine has optimized it. On the
 * main thread, whose stack is 1 MB, that runs out before `max_stack_depth` is noticed: statements seem
 * to succeed, and the instance is lost. Here `max_stack_depth` comes first.
 */
const stackSizeMb = 32;

/** For what a statement leaves behind in JavaScript. It grows to four times that, and stays there. */
const maxYoungGenerationSizeMb = 24;

let compilation: Promise<WebAssembly.Module> | undefined;

/** Threads share what is compiled once, and what the engine makes faster as it runs. */
function compiled(): Promise<WebAssembly.Module> {
  compilation ??= readFile(join(pgliteFolder(), "pglite.wasm")).then((file) =>
    WebAssembly.compile(file),
  );
  return compilation;
}

/** A thread of its own also lets requests be answered while a statement takes its time. */
async function startThread(workerData: ThreadData, onThread = () => {}): Promise<Thread> {
  const worker = new Worker(new URL("./pglite-worker.ts", import.meta.url), {
    workerData,
    transferList: workerData.snapshot ? [workerData.snapshot.buffer] : [],
    resourceLimits: { stackSizeMb, maxYoungGenerationSizeMb },
  });
  const waiting: { resolve(results: readonly Result[]): void; reject(error: Error): void }[] = [];
  const listeners = new Map<string, Set<(payload: string) => void>>();
  let ended: DatabaseUnavailable | undefined;

  const end = (cause?: unknown) => {
    ended ??= new DatabaseUnavailable("The database is closed.", { cause });
    for (const { reject } of waiting.splice(0)) reject(ended);
  };
  worker.once("online", onThread);
  worker.on("error", end);
  worker.on("exit", () => end());
  worker.on("message", (answer: Answer) => {
    if (answer.kind === "notified") {
      for (const heard of listeners.get(answer.channel) ?? []) heard(answer.payload);
      return;
    }
    const next = waiting.shift();
    if (answer.kind === "done") next?.resolve(answer.results);
    else if (answer.kind === "refused") next?.reject(new DatabaseError(answer.fields));
    else next?.reject(new Error(answer.message));
  });
  // A document may be nested deeper than this thread's stack allows to copy it.
  worker.on("messageerror", (error) => waiting.shift()?.reject(error));

  const answered = () =>
    new Promise<readonly Result[]>((resolve, reject) => {
      if (ended) reject(ended);
      else waiting.push({ resolve, reject });
    });
  const ask = (request: Request) => {
    const answer = answered();
    if (!ended) worker.postMessage(request);
    return answer;
  };
  // The first answer is to what it is sent first, which the thread comes to when it is up itself.
  const opened = answered();
  compiled().then((module) => worker.postMessage(module), end);
  try {
    await opened;
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  return {
    ask,
    onNotify: (channel, heard) => {
      const all = listeners.get(channel) ?? new Set();
      listeners.set(channel, all.add(heard));
      return () => void all.delete(heard);
    },
    close: async () => {
      await ask({ kind: "close" });
      await worker.terminate();
    },
  };
}
