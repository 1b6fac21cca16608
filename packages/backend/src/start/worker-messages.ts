import type { MetricsSnapshot } from "../monitoring/metrics.ts";

/** The first message to a worker, which starts its server. */
export interface ServeCommand {
  readonly command: "serve";
  /** The number of the worker, counted from 1. A replacement has the number of the worker that it replaces. */
  readonly number: number;
  readonly of: number;
  /** When the first process was started (Unix time in milliseconds). */
  readonly begun: number;
  readonly port: number;
  /** The origin of the metrics, if there is a port for monitoring. */
  readonly monitoringOrigin: string | undefined;
  /** Whether a person sees the log. */
  readonly isInteractive: boolean;
  /** Whether this worker prints the steps of its startup. */
  readonly printsProgress: boolean;
}

/** A message to a worker. */
export type WorkerCommand =
  | ServeCommand
  /** Requests the worker's failed readiness checks or its metrics. */
  | { readonly command: "query"; readonly kind: QueryKind; readonly id: number }
  /** The worker was replaced: it must finish its connections, and then report `left`. */
  | { readonly command: "leave" }
  | { readonly command: "stop" };

export type QueryKind = "failures" | "metrics";

/** A message from a worker. */
export type WorkerReport =
  /** The worker's process runs, and waits for the `serve` command. */
  | { readonly report: "started" }
  | { readonly report: "serving"; readonly greeting: string; readonly warnings: readonly string[] }
  /** The worker cannot serve; the message contains the reason. */
  | { readonly report: "failed"; readonly message: string }
  | { readonly report: "answer"; readonly id: number; readonly answer: unknown }
  | { readonly report: "left" }
  /** The worker is about to end; these are its last metrics. */
  | { readonly report: "ending"; readonly snapshot: MetricsSnapshot };
