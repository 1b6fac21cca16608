import type { Figures } from "../monitoring/metrics.ts";

/** The first message to a worker: its place in the whole. */
export interface Serve {
  readonly order: "serve";
  /** From 1. A worker that takes another one's place has its number. */
  readonly number: number;
  readonly of: number;
  /** When the whole was started, in milliseconds since 1970. */
  readonly begun: number;
  readonly port: number;
  /** Where the figures are, if they are anywhere. */
  readonly monitoringOrigin: string | undefined;
  /** True when a person sees the log. */
  readonly isWatched: boolean;
  /** True when it is the one that tells its steps. */
  readonly isTelling: boolean;
}

/** A message to a worker. */
export type Order =
  | Serve
  /** Asks why it would not answer requests, or for its figures. */
  | { readonly order: "tell"; readonly what: Question; readonly id: number }
  /** Another one has its place: it answers those who are there, and tells when they are gone. */
  | { readonly order: "leave" }
  | { readonly order: "stop" };

export type Question = "failures" | "figures";

/** A message of a worker. */
export type Report =
  /** It is there, and waits for its place. */
  | { readonly report: "here" }
  | { readonly report: "serving"; readonly greeting: string; readonly warnings: readonly string[] }
  /** It cannot serve; the sentence says why. */
  | { readonly report: "failed"; readonly sentence: string }
  | { readonly report: "told"; readonly id: number; readonly answer: unknown }
  | { readonly report: "left" }
  /** It is about to end, and has counted so much. */
  | { readonly report: "ending"; readonly figures: Figures };
