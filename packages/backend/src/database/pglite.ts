import { Worker } from "node:worker_threads";
import { lockDirectory } from "./directory-lock.ts";
import type { Answer, Request } from "./pglite-worker.ts";
import { type Connection, type Database, DatabaseError, DatabaseUnavailable } from "./port.ts";
import type { Sql } from "./sql.ts";
import { requireCommitted, transactionModes } from "./transactions.ts";
import { toText } from "./values.ts";

/**
 * Opens the embedded database: PostgreSQL compiled to WebAssembly, inside this process.
 *
 * @param options.directory where its files are kept, made when absent; nothing is kept without it
 * @throws {DirectoryInUse} when another process has the directory
 */
export async function openPglite(options: { readonly directory?: string } = {}): Promise<Database> {
  const unlock = options.directory ? await lockDirectory(options.directory) : undefined;
  try {
    const thread = await startThread(options.directory && `${options.directory}/database`);
    const turns = new Turns();
    return {
      ...connection((request) => turns.take(() => thread.ask(request))),
      engine: "pglite",
      transaction: (work, modes = {}) =>
        turns.take(async () => {
          await thread.ask({ kind: "script", text: `begin ${transactionModes(modes)}` });
          try {
            const result = await work(connection(thread.ask));
            const { command } = await thread.ask({ kind: "script", text: "commit" });
            requireCommitted(command);
            return result;
          } catch (error) {
            // After an answer that was no refusal the thread may be gone; its own error says more.
            await thread.ask({ kind: "script", text: "rollback" }).catch(() => {});
            throw error;
          }
        }),
      listen: async (channel, onNotify) => {
        const stop = thread.onNotify(channel, onNotify);
        await turns.take(() => thread.ask({ kind: "listen", channel }));
        return async () => stop();
      },
      close: async () => {
        await turns.take(() => thread.close());
        await unlock?.();
      },
    };
  } catch (error) {
    await unlock?.();
    throw error;
  }
}

type Done = Extract<Answer, { kind: "done" }>;

function connection(ask: (request: Request) => Promise<Done>): Connection {
  return {
    query: async <Row>(statement: Sql) => {
      const values = statement.values.map(toText);
      const { rows, affected } = await ask({ kind: "query", text: statement.text, values });
      return { rows: rows as Row[], affected };
    },
    script: async (text) => {
      await ask({ kind: "script", text });
    },
  };
}

/** One after the other: the database has a single session, which a transaction has to itself. */
class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => {});
    return turn;
  }
}

interface Thread {
  /**
   * @throws {DatabaseError} when PostgreSQL refuses
   * @throws {DatabaseUnavailable} when the thread has ended
   */
  ask(request: Request): Promise<Done>;
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

/** A thread of its own also lets requests be answered while a statement takes its time. */
async function startThread(dataDir: string | undefined): Promise<Thread> {
  const worker = new Worker(new URL("./pglite-worker.ts", import.meta.url), {
    workerData: { dataDir },
    resourceLimits: { stackSizeMb },
  });
  const waiting: { resolve(done: Done): void; reject(error: Error): void }[] = [];
  const listeners = new Map<string, Set<(payload: string) => void>>();
  let ended: DatabaseUnavailable | undefined;

  const end = (cause?: unknown) => {
    ended ??= new DatabaseUnavailable("The database is closed.", { cause });
    for (const { reject } of waiting.splice(0)) reject(ended);
  };
  worker.on("error", end);
  worker.on("exit", () => end());
  worker.on("message", (answer: Answer) => {
    if (answer.kind === "notified") {
      for (const heard of listeners.get(answer.channel) ?? []) heard(answer.payload);
      return;
    }
    const next = waiting.shift();
    if (answer.kind === "done") next?.resolve(answer);
    else if (answer.kind === "refused") next?.reject(new DatabaseError(answer.fields));
    else next?.reject(new Error(answer.message));
  });

  const answered = () =>
    new Promise<Done>((resolve, reject) => {
      if (ended) reject(ended);
      else waiting.push({ resolve, reject });
    });
  const ask = (request: Request) => {
    const answer = answered();
    if (!ended) worker.postMessage(request);
    return answer;
  };
  // The first answer is to no request: the database is open.
  await answered();
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
