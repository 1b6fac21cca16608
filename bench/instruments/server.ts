/** Runs a server as users start it, in a separate process. */
import { createLog, type RunningServer, startServer } from "../../packages/backend/src/index.ts";
import { serveRequests } from "./child.ts";
import { recordStatements, type Step, withRecording } from "./statement-recorder.ts";

export type ServerCommand =
  | {
      readonly start: { readonly directory: string } | { readonly url: string };
      /** The project folder; the default is `bench/project`. */
      readonly project?: string;
      readonly env?: Readonly<Record<string, string>>;
    }
  | { readonly record: { readonly path: string; readonly init: RequestInit } }
  | { readonly script: string }
  | { readonly memory: true }
  /** Starts to record the peak memory, or stops and returns it. */
  | { readonly watch: boolean };

export interface ServerCredentials {
  readonly origin: string;
  readonly publishable: string;
  readonly secret: string;
}

let server: RunningServer | undefined;

serveRequests(
  async (
    command: ServerCommand,
  ): Promise<ServerCredentials | readonly Step[] | number | undefined> => {
    if ("start" in command) {
      server = await startServer({
        project: command.project ?? new URL("../project", import.meta.url).pathname,
        host: "127.0.0.1",
        port: 0,
        storage: command.start,
        env: command.env ?? {},
        log: createLog(),
        interceptors: { wrapped: withRecording },
      });
      const { origin, keys } = server;
      // Use the IP address: a name would cost the load generator a DNS lookup.
      const numericOrigin = origin.replace("localhost", "127.0.0.1");
      return { origin: numericOrigin, publishable: keys.publishable, secret: keys.secret };
    }
    if ("memory" in command) return residentBytes();
    if ("watch" in command) return recordPeak(command.watch);
    if (!server) throw new Error("The server is not started.");
    if ("script" in command) {
      await server.database.script(command.script);
      return undefined;
    }
    const { path, init } = command.record;
    return recordStatements(async () => {
      const response = await fetch(`${server?.origin}${path}`, init);
      if (!response.ok) throw new Error(`${path} failed with status ${response.status}.`);
      await response.arrayBuffer();
    });
  },
  async () => server?.close(),
);

let peakBytes = 0;
let memoryTimer: NodeJS.Timeout | undefined;

function recordPeak(isStarting: boolean): number {
  clearInterval(memoryTimer);
  if (!isStarting) return peakBytes;
  peakBytes = 0;
  memoryTimer = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  }, 20);
  return 0;
}

/** Returns the resident memory in bytes after a garbage collection. */
function residentBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage.rss();
}
