import type { ProjectFunction } from "./project/project-functions.ts";
import type { DenoRuntime } from "./runtime/deno-runtime.ts";
import type { WorkerPool } from "./runtime/worker-pool.ts";

/** The dependencies that the server passes to the functions wire. */
export interface FunctionsOptions extends Pick<DenoRuntime, "directory" | "log"> {
  readonly current: CurrentFunctions;
  /** Reads the functions and their variables again. */
  readonly reload: () => Promise<CurrentFunctions>;
  /**
   * Checks an API key or an access token.
   *
   * @throws {InvalidToken}
   */
  readonly authenticate: (credential: string) => Promise<unknown>;
  readonly limits: Limits;
}

/** The dependencies that the modules of the functions wire share. */
export interface FunctionsContext extends Omit<FunctionsOptions, "current"> {
  /** Replaced when a function's file changes. */
  current: CurrentFunctions;
  readonly workers: WorkerPool;
}

/** The current functions of the project, and how to run them. */
export interface CurrentFunctions {
  readonly functions: readonly ProjectFunction[];
  /** Undefined if Deno is not installed. */
  readonly denoRuntime: DenoRuntime | undefined;
}

/** The limits of one request. */
export interface Limits {
  /** The maximum time from a request's arrival to the end of its response. */
  readonly responseMs: number;
  readonly bodyBytes: number;
}
