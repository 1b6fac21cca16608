import type { Figures } from "../monitoring/metrics.ts";

/** The first message to a worker, which starts its server. */
export interface ServeOrder {
  readonly order: "serve";
  /** Counted from 1. A replacement has the number of the worker that it replaces. */
  readonly number: number;
  readonly of: number;
  /** When the first process was started (Unix time in milliseconds). */
  readonly begun: number;
  readonly port: number;
  /** The origin of the metrics, if there is a port for monitoring. */
  readonly monitoringOrigin: string | undefined;
  /** Whether a person sees the log. */
  readonly isInteractive: boolean;
  /** Whether this worker prints the steps of its start. */
  readonly printsProgress: boolean;
}

/** A message to a worker. */
export type Order =
  | ServeOrder
  /** Requests the worker's failed readiness checks or its metrics. */
  | { readonly order: "query"; readonly kind: QueryKind; readonly id: number }
  /** The worker was replaced: it must finish its connections, and then report `left`. */
  | { readonly order: "leave" }
  | { readonly order: "stop" };

export type QueryKind = "failures" | "figures";

/** A message from a worker. */
export type Report =
  /** The worker's process runs, and waits for the `serve` order. */
  | { readonly report: "started" }
  | { readonly report: "serving"; readonly greeting: string; readonly warnings: readonly string[] }
  /** The worker cannot serve; the message contains the reason. */
  | { readonly report: "failed"; readonly message: string }
  | { readonly report: "answer"; readonly id: number; readonly answer: unknown }
  | { readonly report: "left" }
  /** The worker is about to end; these are its last metrics. */
  | { readonly report: "ending"; readonly figures: Figures };
