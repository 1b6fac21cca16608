import type { Log } from "../log/log.ts";
import { swapIn } from "../replacement/swap.ts";
import type { ServerOptions, Supervisor } from "../server/options.ts";
import type { RunningServer } from "../server/server.ts";

/** A server that was started, and its log. */
export interface Started {
  readonly server: RunningServer;
  readonly log: Log;
}

/** A server that commands can stop, and restart with another database. */
export interface SupervisedServer {
  /** The first server. */
  readonly started: Started;
  /** Returns the server that runs now. */
  current(): RunningServer;
  /** Starts the server again, with the project's settings as they are now. */
  restart(): Promise<void>;
  /** Sets what `portico stop` does. */
  onStop(stop: () => void): void;
  /** Closes the current server. */
  close(): Promise<void>;
}

/**
 * Starts a server, and carries out what commands ask of its process.
 *
 * @param start starts a server; its options win over those of the command line
 */
export async function superviseServer(
  start: (
    options: Pick<ServerOptions, "supervisor" | "port" | "databasePort" | "leavesMigrations">,
  ) => Promise<Started>,
  storage: ServerOptions["storage"],
): Promise<SupervisedServer> {
  let stopProcess = () => {};
  let isClosed = false;
  let changing: Promise<void> = Promise.resolve();
  const supervisor: Supervisor = {
    stop: () => stopProcess(),
    replace: () => {
      changing = changing.then(replace);
    },
  };
  const started = await start({ supervisor });
  let current = started.server;

  const again = { supervisor, leavesMigrations: true, ...portsOf(current) };

  const replace = async () => {
    if (isClosed || !("directory" in storage)) return;
    const { log } = started;
    await current.close();
    const swap = await swapIn(storage.directory);
    try {
      current = (await start(again)).server;
      await swap.keep();
      log.info({}, "the database was replaced");
    } catch (err) {
      log.error({ err }, "the server does not start with the new database: the old one goes on");
      await swap.undo();
      current = (await start(again)).server;
    }
  };
  const restart = async () => {
    if (isClosed) return;
    await current.close();
    current = (await start(again)).server;
  };
  return {
    started,
    current: () => current,
    restart: () => {
      const restarted = changing.then(restart);
      changing = restarted.catch(() => {});
      return restarted;
    },
    onStop: (stop) => {
      stopProcess = stop;
    },
    close: async () => {
      isClosed = true;
      await changing;
      await current.close();
    },
  };
}

/** Returns the ports of a server, so that the next one has the same. */
function portsOf({
  origin,
  databaseUrl,
}: RunningServer): Pick<ServerOptions, "port" | "databasePort"> {
  const port = portIn(origin);
  const databasePort = databaseUrl === undefined ? undefined : portIn(databaseUrl);
  return { ...(port && { port }), ...(databasePort && { databasePort }) };
}

const portIn = (url: string) => Number(new URL(url).port) || undefined;
