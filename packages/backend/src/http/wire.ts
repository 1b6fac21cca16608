import type { Env, Hono } from "hono";
import type { BlankEnv } from "hono/types";

/** An HTTP interface that Supabase clients use. Each wire has a function `createX(options)` that creates it. */
export interface Wire<Environment extends Env = BlankEnv> {
  /** The application that serves the wire's paths, relative to the path at which it is mounted. */
  readonly app: Hono<Environment>;
  /** Resolves when the wire can serve requests. Rejects if it cannot. */
  ready?(): Promise<unknown>;
  /** Disconnects clients with long-lived connections; they reconnect to another process. */
  leave?(): void;
  /** Releases what the wire holds. */
  close?(): Promise<void>;
}

/** Work that a wire has to do periodically. */
export interface Job<Context> {
  /**
   * The job's name, if only one of the processes that share a database may run it at a time. Undefined if each process
   * runs it.
   */
  readonly name: string | undefined;
  readonly intervalMs: number;
  /** The log message for a failed run. */
  readonly failureMessage: string;
  /** @param closing is aborted when the server closes. The next run continues the work. */
  run(context: Context, closing: AbortSignal): Promise<unknown>;
}
