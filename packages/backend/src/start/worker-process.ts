import cluster, { type Worker } from "node:cluster";
import type { MetricsSnapshot } from "../monitoring/metrics.ts";
import { forwardLines } from "./forward-lines.ts";
import { StartFailure } from "./start-failure.ts";
import type { QueryKind, ServeCommand, WorkerCommand, WorkerReport } from "./worker-messages.ts";

/** The maximum duration of a worker's start, including migrations. */
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
  readonly ended: Promise<{
    readonly snapshot: MetricsSnapshot | undefined;
    readonly exitReason: string;
  }>;
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
  // `silent` lets this process forward the output line by line. Metrics may be NaN, which JSON cannot represent.
  cluster.setupPrimary({ silent: true, serialization: "advanced" });
}

/**
 * Starts a worker, and waits until it answers requests.
 *
 * @throws {StartFailure}
 */
export async function startWorkerProcess(serveCommand: ServeCommand): Promise<WorkerProcess> {
  const worker = cluster.fork();
  const { stdout, stderr } = worker.process;
  if (stdout) forwardLines(stdout, process.stdout);
  if (stderr) forwardLines(stderr, process.stderr);
  const started = Promise.withResolvers<Extract<WorkerReport, { report: "serving" }>>();
  const pendingQueries = new Map<number, (answer: unknown) => void>();
  let snapshot: MetricsSnapshot | undefined;
  worker.on("message", (message: WorkerReport) => {
    switch (message.report) {
      case "started":
        return send(worker, serveCommand);
      case "serving":
        return started.resolve(message);
      case "failed":
        return started.reject(new StartFailure(message.message));
      case "answer":
        return pendingQueries.get(message.id)?.(message.answer);
      case "left":
        return send(worker, { command: "stop" });
      case "ending":
        snapshot = message.snapshot;
    }
  });
  worker.on("error", (error) => started.reject(new StartFailure(error.message)));
  const ended = new Promise<{ snapshot: MetricsSnapshot | undefined; exitReason: string }>(
    (resolve) => {
      worker.once("exit", (code, signal) => {
        const exitReason = signal ?? `code ${code}`;
        started.reject(new StartFailure(`A worker ended before it served (${exitReason}).`));
        resolve({ snapshot, exitReason });
      });
    },
  );
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
      send(worker, { command: "query", kind, id });
      return promise.finally(() => {
        clearTimeout(timeout);
        pendingQueries.delete(id);
      });
    },
    leave: () => send(worker, { command: "leave" }),
    stop: () => send(worker, { command: "stop" }),
    kill: () => void worker.process.kill("SIGKILL"),
  };
}

/** Sends a message. Does nothing if the worker has ended, because `ended` reports that. */
function send(worker: Worker, command: WorkerCommand): void {
  if (worker.isConnected()) worker.process.send?.(command, () => {});
}
