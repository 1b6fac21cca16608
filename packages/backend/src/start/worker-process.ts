import cluster, { type Worker } from "node:cluster";
import type { Figures } from "../monitoring/metrics.ts";
import { forwardLines } from "./forward-lines.ts";
import type { Order, QueryKind, Report, ServeOrder } from "./orders.ts";
import { StartFailure } from "./start-failure.ts";

/** How long a worker's start may take, migrations included. */
const startTimeoutMs = 15 * 60_000;

/** A worker that does not reply to a query in this time is busy or has ended. */
const queryTimeoutMs = 2_500;

/** A running worker, as seen by the first process. */
export interface WorkerProcess {
  readonly pid: number | undefined;
  readonly greeting: string;
  readonly warnings: readonly string[];
  /** When the worker began to serve (`performance.now()`). */
  readonly servingSince: number;
  /** Resolves when the worker's process has ended, with its last metrics and its exit code or signal. */
  readonly ended: Promise<{ readonly figures: Figures | undefined; readonly exitReason: string }>;
  /** Resolves with undefined if the worker does not reply in time. */
  query(kind: QueryKind): Promise<unknown>;
  /** Makes the worker finish its connections and then end. */
  leave(): void;
  /** Makes the worker end within seconds. */
  stop(): void;
  kill(): void;
}

/** Prepares this process to fork workers. */
export function prepareWorkerProcesses(): void {
  // Their output is forwarded line by line. Metrics may be NaN, which JSON cannot represent.
  cluster.setupPrimary({ silent: true, serialization: "advanced" });
}

/**
 * Starts a worker, and waits until it answers requests.
 *
 * @throws {StartFailure}
 */
export async function startWorkerProcess(serveOrder: ServeOrder): Promise<WorkerProcess> {
  const worker = cluster.fork();
  const { stdout, stderr } = worker.process;
  if (stdout) forwardLines(stdout, process.stdout);
  if (stderr) forwardLines(stderr, process.stderr);
  const started = Promise.withResolvers<Extract<Report, { report: "serving" }>>();
  const pendingQueries = new Map<number, (answer: unknown) => void>();
  let figures: Figures | undefined;
  worker.on("message", (message: Report) => {
    switch (message.report) {
      case "started":
        return send(worker, serveOrder);
      case "serving":
        return started.resolve(message);
      case "failed":
        return started.reject(new StartFailure(message.message));
      case "answer":
        return pendingQueries.get(message.id)?.(message.answer);
      case "left":
        return send(worker, { order: "stop" });
      case "ending":
        figures = message.figures;
    }
  });
  worker.on("error", (error) => started.reject(new StartFailure(error.message)));
  const ended = new Promise<{ figures: Figures | undefined; exitReason: string }>((resolve) => {
    worker.once("exit", (code, signal) => {
      const exitReason = signal ?? `code ${code}`;
      started.reject(new StartFailure(`A worker ended before it served (${exitReason}).`));
      resolve({ figures, exitReason });
    });
  });
  const timer = setTimeout(() => {
    worker.process.kill("SIGKILL");
  }, startTimeoutMs);
  const { greeting, warnings } = await started.promise.finally(() => clearTimeout(timer));
  let lastQueryId = 0;
  return {
    pid: worker.process.pid,
    greeting,
    warnings,
    servingSince: performance.now(),
    ended,
    query: async (kind) => {
      const id = ++lastQueryId;
      const { promise, resolve } = Promise.withResolvers<unknown>();
      pendingQueries.set(id, resolve);
      const timeout = setTimeout(resolve, queryTimeoutMs, undefined);
      void ended.then(() => resolve(undefined));
      send(worker, { order: "query", kind, id });
      return promise.finally(() => {
        clearTimeout(timeout);
        pendingQueries.delete(id);
      });
    },
    leave: () => send(worker, { order: "leave" }),
    stop: () => send(worker, { order: "stop" }),
    kill: () => void worker.process.kill("SIGKILL"),
  };
}

/** Sends a message. Does nothing if the worker has ended, because `ended` reports that. */
function send(worker: Worker, order: Order): void {
  if (worker.isConnected()) worker.process.send?.(order, () => {});
}
