import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Trouble } from "../trouble.ts";
import { Clock, shareClock } from "./clock.ts";
import { Inbox } from "./inbox.ts";
import { type Person, signIn } from "./person.ts";
import type { Keys, Row, ThreadData, ThreadMessage, ThreadRequest } from "./thread.ts";

/**
 * The options of a test backend.
 *
 * @example
 * ```ts
 * import { startBackend, type TestBackendOptions } from "@portico/backend/testing";
 *
 * const options: TestBackendOptions = { files: { "config.toml": "[auth]\nenable_signup = false" } };
 * const backend = await startBackend(options);
 * await backend.close();
 * ```
 */
export interface TestBackendOptions {
  /** The folder that contains `supabase/`. */
  readonly project?: string;
  /** Files to use instead of a folder, by path below `supabase/` (`"config.toml"`, `"seed.sql"`). */
  readonly files?: Readonly<Record<string, string>>;
  /** A PostgreSQL server for the data. Defaults to a database in memory. */
  readonly databaseUrl?: string;
  /** The port to listen on. Defaults to a free one. */
  readonly port?: number;
  /** A built site to serve beside the API. */
  readonly site?: string;
  /** The variables for `env(NAME)` in config.toml. Defaults to the environment of the test. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * A backend for tests: the real server in a separate thread. Tests control its clock and inject failures.
 *
 * @example
 * ```ts
 * import { startBackend, type TestBackend } from "@portico/backend/testing";
 *
 * const backend: TestBackend = await startBackend({ project: "." });
 * await backend.trouble({ mailRefused: true });
 * await backend.clear();
 * await backend.close();
 * ```
 */
export interface TestBackend {
  /** The URL for clients, such as `http://localhost:41234`. */
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly inbox: Inbox;
  readonly clock: TestClock;
  /** The failures that the server has logged, with their reasons. */
  readonly log: readonly string[];
  /** Creates an account and returns clients that are signed in to it. */
  signedIn(person?: Partial<Pick<Person, "email" | "password">>): Promise<Person>;
  /** Injects failures until {@link TestBackend.clear} or the next call; `{}` ends them. */
  trouble(trouble: Trouble): Promise<void>;
  /** Runs SQL as the database's owner. @throws {Error} with PostgreSQL's message */
  sql(text: string): Promise<readonly Row[]>;
  /**
   * Resets the backend between tests: ends failures, resets the clock, and deletes all messages, and all users with
   * their rows. Rows that migrations and seeds wrote into the project's own tables are kept.
   */
  clear(): Promise<void>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * The clock of a test backend. It applies to tokens, rate limits and the database.
 *
 * @example
 * ```ts
 * import { startBackend, type TestClock } from "@portico/backend/testing";
 *
 * await using backend = await startBackend();
 * const clock: TestClock = backend.clock;
 * clock.advance({ hours: 1, minutes: 1 });
 * ```
 */
export interface TestClock {
  /** Returns the time of the backend. */
  now(): Date;
  /** Moves the clock forward, for example `advance({ hours: 1 })`. Adds the units up. */
  advance(by: { days?: number; hours?: number; minutes?: number; seconds?: number }): void;
  set(moment: Date): void;
}

/**
 * Starts a backend for tests.
 *
 * @throws {Error} if the project's configuration or a migration is invalid
 *
 * @example
 * ```ts
 * import { startBackend } from "@portico/backend/testing";
 *
 * const backend = await startBackend({ project: "." });
 * const { auth, data } = await backend.signedIn();
 * console.log((await auth.getUser()).data, (await data.from("notes").select()).data);
 * await backend.close();
 * ```
 */
export async function startBackend(options: TestBackendOptions = {}): Promise<TestBackend> {
  const { env = process.env, port = 0, databaseUrl, site } = options;
  const temporaryFolder =
    options.project === undefined ? await createProject(options.files ?? {}) : undefined;
  const clock = new Clock();
  const workerData: ThreadData = {
    project: options.project ?? temporaryFolder ?? "",
    storage: databaseUrl === undefined ? { memory: true } : { url: databaseUrl },
    port,
    site,
    env: { ...env },
  };
  shareClock(clock);
  const worker = new Worker(new URL("./thread.ts", import.meta.url), {
    workerData,
    // Threads that the worker starts inherit this option.
    execArgv: ["--import", new URL("./clock.ts", import.meta.url).href],
  });
  const thread = await waitForThread(worker);

  const inbox = new Inbox(thread.url);
  const keys = thread.keys;
  let personCount = 0;
  const close = async () => {
    await thread.execute({ kind: "close" });
    await worker.terminate();
    if (temporaryFolder) await rm(temporaryFolder, { recursive: true, force: true });
  };
  return {
    url: thread.url,
    publishableKey: keys.publishable,
    secretKey: keys.secret,
    inbox,
    log: thread.log,
    clock: {
      now: () => new Date(Date.now() + clock.offsetMs),
      advance: ({ days = 0, hours = 0, minutes = 0, seconds = 0 }) => {
        clock.offsetMs += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
      },
      set: (moment) => {
        clock.offsetMs = moment.getTime() - Date.now();
      },
    },
    signedIn: ({ email, password = "correct horse battery" } = {}) => {
      personCount += 1;
      const address = email ?? `person-${personCount}@example.com`;
      return signIn({ url: thread.url, keys, email: address, password });
    },
    trouble: async (trouble) => void (await thread.execute({ kind: "trouble", trouble })),
    sql: (text) => thread.execute({ kind: "sql", text }),
    clear: async () => {
      thread.log.length = 0;
      clock.offsetMs = 0;
      await thread.execute({ kind: "clear" });
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

interface ServerThread {
  readonly url: string;
  readonly keys: Keys;
  readonly log: string[];
  execute(request: RequestBody): Promise<readonly Row[]>;
}

type RequestBody = ThreadRequest extends infer Each
  ? Each extends ThreadRequest
    ? Omit<Each, "id">
    : never
  : never;

/** Waits until the server in the thread is ready. */
async function waitForThread(worker: Worker): Promise<ServerThread> {
  const pending = new Map<
    number,
    { resolve(rows: readonly Row[]): void; reject(error: Error): void }
  >();
  const log: string[] = [];
  const ready = Promise.withResolvers<{ url: string; keys: Keys }>();
  const end = (error: Error) => {
    ready.reject(error);
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };
  worker.on("error", (error) => end(error instanceof Error ? error : new Error(String(error))));
  worker.on("exit", () => end(new Error("The backend has ended.")));
  worker.on("message", (message: ThreadMessage) => {
    switch (message.kind) {
      case "logged":
        return void log.push(message.line);
      case "ready":
        return ready.resolve(message);
      case "failed":
        return ready.reject(new Error(message.message));
      case "done":
        pending.get(message.id)?.resolve(message.rows ?? []);
        break;
      case "refused":
        pending.get(message.id)?.reject(new Error(message.message));
        break;
      default:
        return message satisfies never;
    }
    pending.delete(message.id);
  });
  let lastId = 0;
  const { url, keys } = await ready.promise.catch(async (error: unknown) => {
    await worker.terminate();
    throw error;
  });
  return {
    url,
    keys,
    log,
    execute: (request) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        pending.set(lastId, { resolve, reject });
        worker.postMessage({ ...request, id: lastId });
      }),
  };
}

/** Creates a project folder with these files. */
async function createProject(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "portico-test-"));
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, "supabase", path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  return folder;
}
