import type { Env, Hono } from "hono";
import type { BlankEnv } from "hono/types";

/** An HTTP interface that Supabase clients use. Each is created by a function `createX(options): Wire`. */
export interface Wire<Environment extends Env = BlankEnv> {
  /** Serves the wire's paths relative to the path at which it is mounted. */
  readonly app: Hono<Environment>;
  /** Resolves when the wire can answer, and rejects if it cannot. */
  ready?(): Promise<unknown>;
  /** Disconnects clients with long-lived connections; they reconnect to another process. */
  leave?(): void;
  /** Releases what the wire holds. */
  close?(): Promise<void>;
}

/** Work that a wire has to do periodically. */
export interface Job<Context> {
  /** The name under which the processes on a database agree on who runs the job. Undefined if each of them does. */
  readonly name: string | undefined;
  readonly intervalMs: number;
  /** The log message for a failed run. */
  readonly failureMessage: string;
  /** @param closing aborts when the server closes; the next run continues the work */
  run(context: Context, closing: AbortSignal): Promise<unknown>;
}
