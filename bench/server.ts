/** A server as users start it, in a separate process. */
import { createLog, type RunningServer, startServer } from "../packages/backend/src/index.ts";
import { serveRequests } from "./child.ts";
import { recordable, recordStatements, type Step } from "./recorder.ts";

export type ServerQuestion =
  | {
      readonly start: { readonly directory: string } | { readonly url: string };
      /** The project folder; the default is the one beside this file. */
      readonly project?: string;
      readonly env?: Readonly<Record<string, string>>;
    }
  | { readonly record: { readonly path: string; readonly init: RequestInit } }
  | { readonly script: string }
  | { readonly memory: true }
  /** Starts to watch the memory, or returns the peak. */
  | { readonly watch: boolean };

export interface Started {
  readonly origin: string;
  readonly publishable: string;
  readonly secret: string;
}

let server: RunningServer | undefined;

serveRequests(
  async (question: ServerQuestion): Promise<Started | readonly Step[] | number | undefined> => {
    if ("start" in question) {
      server = await startServer({
        project: question.project ?? new URL("project", import.meta.url).pathname,
        host: "127.0.0.1",
        port: 0,
        storage: question.start,
        env: question.env ?? {},
        log: createLog(),
        interceptors: { wrapped: recordable },
      });
      const { origin, keys } = server;
      // Use the IP address: a name would cost the load generator a DNS lookup.
      const numeric = origin.replace("localhost", "127.0.0.1");
      return { origin: numeric, publishable: keys.publishable, secret: keys.secret };
    }
    if ("memory" in question) return memory();
    if ("watch" in question) return watch(question.watch);
    if (!server) throw new Error("Start it first.");
    if ("script" in question) {
      await server.database.script(question.script);
      return undefined;
    }
    const { path, init } = question.record;
    return recordStatements(async () => {
      const answered = await fetch(`${server?.origin}${path}`, init);
      if (!answered.ok) throw new Error(`${path} answered ${answered.status}.`);
      await answered.arrayBuffer();
    });
  },
  async () => server?.close(),
);

let peak = 0;
let memoryTimer: NodeJS.Timeout | undefined;

function watch(isStarting: boolean): number {
  clearInterval(memoryTimer);
  if (!isStarting) return peak;
  peak = 0;
  memoryTimer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  return 0;
}

/** Returns the resident memory in bytes after a garbage collection. */
function memory(): number {
  globalThis.gc?.();
  return process.memoryUsage.rss();
}
