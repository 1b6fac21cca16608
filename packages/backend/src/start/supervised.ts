import { setTimeout as sleep } from "node:timers/promises";
import { holdDirectory } from "../database/pglite/directory-lock.ts";
import type { Log } from "../log/log.ts";
import { type Replacement, recoverSwap, type Swap, swapIn } from "../replacement/swap.ts";
import type { ServerOptions, Supervisor } from "../server/options.ts";
import type { ResumableServer, RunningServer } from "../server/server.ts";
import { register } from "./register.ts";

/** A server that was started, and its log. */
export interface Started {
  readonly server: RunningServer;
  readonly log: Log;
  /** Starts the closed server again with its earlier settings. */
  resume(options: Restart): Promise<ResumableServer>;
}

/** The options of a start that override the options of the command line. */
type Restart = Pick<ServerOptions, "supervisor" | "port" | "databasePort" | "leavesMigrations">;

/** A server that commands can stop, and restart with another database. */
export interface SupervisedServer {
  /** The first server. */
  readonly started: Started;
  /** Returns the server that is currently running. */
  current(): RunningServer;
  /**
   * Starts the server again with the project's current settings. If it does not start with them, continues with the old
   * settings and rejects.
   */
  restart(): Promise<void>;
  /**
   * Replaces the database. If the server does not start with the new database, continues with the old one and rejects.
   */
  replace(replacement: Replacement): Promise<void>;
  /** Sets the action of `portico stop`. */
  onStop(stop: () => void): void;
  /** Sets the part of the program that uses the database and must be notified when a command replaces it. */
  onReplace(user: DatabaseUser): void;
  /** Closes the current server. */
  close(): Promise<void>;
}

/** A part of the program that works on the database of a server. */
export interface DatabaseUser {
  /** Resolves when the current work has ended. A replacement waits for it, but not indefinitely. */
  settled(): Promise<void>;
  /** Called when the server runs with another database. */
  onReplaced(): void;
}

/** How long a replacement waits for work on the database, which may be blocked by a lock. */
const longestWorkMs = 30_000;

/**
 * Starts a server, and executes the requests that commands send to its process.
 *
 * @param start starts a server; its options override the options of the command line
 * @param options the project of the server
 */
export async function superviseServer(
  start: (options: Restart) => Promise<Started>,
  options: Pick<ServerOptions, "project" | "storage" | "env">,
): Promise<SupervisedServer> {
  const { storage } = options;
  let stopProcess = () => {};
  let user: DatabaseUser | undefined;
  let isClosed = false;
  let changing: Promise<void> = Promise.resolve();
  const enqueue = (change: () => Promise<void>) => {
    const changed = changing.then(change);
    changing = changed.catch(() => {});
    return changed;
  };
  const replaceAfterWork = async (replacement: Replacement) => {
    // The work may restart the server, so it must not wait in the same queue.
    await Promise.race([user?.settled(), sleep(longestWorkMs, undefined, { ref: false })]);
    await enqueue(() => replace(replacement));
  };
  const supervisor: Supervisor = {
    stop: () => stopProcess(),
    replace: replaceAfterWork,
  };
  const started = await start({ supervisor });
  let running: ResumableServer = started;
  const unregister = await register(running.server, options);

  const again = { supervisor, leavesMigrations: true, ...portsOf(running.server) };

  const replace = async (replacement: Replacement) => {
    if (isClosed || !("directory" in storage)) return;
    const release = await holdDirectory(storage.directory);
    try {
      await replaceHeld(storage.directory, replacement);
    } finally {
      release();
    }
  };
  const replaceHeld = async (directory: string, replacement: Replacement) => {
    const { log } = started;
    await running.server.close();
    let swap: Swap | undefined;
    try {
      swap = await swapIn(directory, replacement);
      running = await start(again);
    } catch (err) {
      log.error({ err }, "the server does not start with the new database, and continues with the old one");
      await (swap ? swap.undo() : recoverSwap(directory));
      running = await running.resume(again);
      throw err;
    }
    log.info({}, "the database was replaced");
    user?.onReplaced();
    // The new database is already in use, so a failure to remove the old one must not undo the replacement.
    await swap.keep().catch((err: unknown) => {
      log.error({ err }, "the replaced database could not be removed");
    });
  };
  const restart = async () => {
    if (isClosed) return;
    const release = "directory" in storage ? await holdDirectory(storage.directory) : () => {};
    try {
      await running.server.close();
      running = await start(again);
    } catch (error) {
      running = await running.resume(again);
      throw error;
    } finally {
      release();
    }
  };
  return {
    started,
    current: () => running.server,
    restart: () => enqueue(restart),
    replace: (replacement) => enqueue(() => replace(replacement)),
    onStop: (stop) => {
      stopProcess = stop;
    },
    onReplace: (newUser) => {
      user = newUser;
    },
    close: async () => {
      isClosed = true;
      await changing;
      await running.server.close();
      await unregister();
    },
  };
}

/** Returns the ports of a server, so that the next server can use the same ones. */
function portsOf({
  origin,
  databaseUrl,
}: RunningServer): Pick<ServerOptions, "port" | "databasePort"> {
  const port = portIn(origin);
  const databasePort = databaseUrl === undefined ? undefined : portIn(databaseUrl);
  return { ...(port && { port }), ...(databasePort && { databasePort }) };
}

const portIn = (url: string) => Number(new URL(url).port) || undefined;
