import { setTimeout as sleep } from "node:timers/promises";
import { holdDirectory } from "../database/pglite/directory-lock.ts";
import type { Log } from "../log/log.ts";
import { type Replacement, recoverSwap, type Swap, swapIn } from "../replacement/swap.ts";
import type { HeldPort, ServerOptions, StartOptions, Supervisor } from "../server/options.ts";
import type { ResumableServer, RunningServer } from "../server/server.ts";
import { registerRunningServer } from "./register.ts";

/** A server that was started, and its log. */
export interface ServerRun {
  readonly server: RunningServer;
  readonly log: Log;
  /** Starts the closed server again with its earlier settings. */
  resume(options: RestartOptions): Promise<ResumableServer>;
}

/** The options of a restart that override the options of the command line. */
type RestartOptions = Pick<
  StartOptions,
  "supervisor" | "port" | "databasePort" | "leavesMigrations" | "heldPort"
>;

/** A server that commands can stop, and restart with another database. */
export interface SupervisedServer {
  /** The first server. */
  readonly started: ServerRun;
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
  /** Sets what happens on `portico stop`. */
  onStop(stop: () => void): void;
  /** Sets the part of the program that uses the database and must be notified when a command replaces it. */
  onReplace(databaseConsumer: DatabaseConsumer): void;
  /** Closes the current server. */
  close(): Promise<void>;
}

/** A part of the program that works on the database of a server. */
export interface DatabaseConsumer {
  /** Resolves when the current work has ended. A replacement waits for it, but not indefinitely. */
  settled(): Promise<void>;
  /** Called when the server runs with another database. */
  onReplaced(): void;
}

/** The maximum time that a replacement waits for work on the database, which a lock may block. */
const maxWorkMs = 30_000;

/**
 * Starts a server, and executes the requests that commands send to its process.
 *
 * @param start starts a server; its options override the options of the command line
 * @param options the project of the server
 */
export async function superviseServer(
  start: (options: RestartOptions) => Promise<ServerRun>,
  options: Pick<ServerOptions, "project" | "storage" | "env">,
): Promise<SupervisedServer> {
  const { storage } = options;
  let stopProcess = () => {};
  let databaseConsumer: DatabaseConsumer | undefined;
  let isClosed = false;
  let lastChange: Promise<void> = Promise.resolve();
  const enqueue = (change: () => Promise<void>) => {
    const changeDone = lastChange.then(change);
    lastChange = changeDone.catch(() => {});
    return changeDone;
  };
  const replaceAfterWork = async (replacement: Replacement) => {
    // The work may restart the server, so it must not wait in the same queue.
    await Promise.race([databaseConsumer?.settled(), sleep(maxWorkMs, undefined, { ref: false })]);
    await enqueue(() => replaceDatabase(replacement));
  };
  const supervisor: Supervisor = {
    stop: () => stopProcess(),
    replace: replaceAfterWork,
  };
  const heldPort: HeldPort = { listener: undefined };
  const started = await start({ supervisor, heldPort }).catch((error: unknown) => {
    heldPort.listener?.close();
    throw error;
  });
  let current: ResumableServer = started;
  const unregister = await registerRunningServer(current.server, options);

  const restartOptions = {
    supervisor,
    heldPort,
    leavesMigrations: true,
    ...readPorts(current.server),
  };

  const replaceDatabase = async (replacement: Replacement) => {
    if (isClosed || !("directory" in storage)) return;
    const release = await holdDirectory(storage.directory);
    try {
      await replaceWithLock(storage.directory, replacement);
    } finally {
      release();
    }
  };
  const replaceWithLock = async (directory: string, replacement: Replacement) => {
    const { log } = started;
    await current.server.close();
    let swap: Swap | undefined;
    try {
      swap = await swapIn(directory, replacement);
      current = await start(restartOptions);
    } catch (err) {
      log.error(
        { err },
        "the server does not start with the new database, and continues with the old one",
      );
      await (swap ? swap.undo() : recoverSwap(directory));
      current = await current.resume(restartOptions);
      throw err;
    }
    log.info({}, "the database was replaced");
    databaseConsumer?.onReplaced();
    // The new database is already in use, so a failure to remove the old one must not undo the replacement.
    await swap.keep().catch((err: unknown) => {
      log.error({ err }, "the replaced database could not be removed");
    });
  };
  const restart = async () => {
    if (isClosed) return;
    const release = "directory" in storage ? await holdDirectory(storage.directory) : () => {};
    try {
      await current.server.close();
      current = await start(restartOptions);
    } catch (error) {
      current = await current.resume(restartOptions);
      throw error;
    } finally {
      release();
    }
  };
  return {
    started,
    current: () => current.server,
    restart: () => enqueue(restart),
    replace: (replacement) => enqueue(() => replaceDatabase(replacement)),
    onStop: (stop) => {
      stopProcess = stop;
    },
    onReplace: (newConsumer) => {
      databaseConsumer = newConsumer;
    },
    close: async () => {
      isClosed = true;
      await lastChange;
      await current.server.close();
      heldPort.listener?.close();
      await unregister();
    },
  };
}

/** Returns the ports of a server, so that the next server can use the same ones. */
function readPorts({
  origin,
  databaseUrl,
}: RunningServer): Pick<ServerOptions, "port" | "databasePort"> {
  const port = readPort(origin);
  const databasePort = databaseUrl === undefined ? undefined : readPort(databaseUrl);
  return { ...(port && { port }), ...(databasePort && { databasePort }) };
}

const readPort = (url: string) => Number(new URL(url).port) || undefined;
