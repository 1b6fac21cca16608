import type { Env, Hono } from "hono";
import type { BlankEnv } from "hono/types";

/** An HTTP interface that Supabase clients speak. Each is made by a function `createX(options): Wire`. */
export interface Wire<Environment extends Env = BlankEnv> {
  /** Serves the wire's paths below the path that it is mounted at. */
  readonly app: Hono<Environment>;
  /** Resolves when the wire can answer, rejects when it cannot. */
  ready?(): Promise<unknown>;
  /** Disconnects clients with long-lived connections; they reconnect to another process. */
  leave?(): void;
  /** Stops the background work. */
  close?(): Promise<void>;
}
