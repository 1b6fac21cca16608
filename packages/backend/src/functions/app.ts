import { Hono } from "hono";
import type { Wire } from "../http/wire.ts";
import { toResponse } from "./answer.ts";
import type { FunctionsContext, FunctionsOptions } from "./context.ts";
import type { ProjectFunction } from "./project/project-functions.ts";
import { watchFunctions } from "./project/watch.ts";
import { routes } from "./routes.ts";
import { WorkerPool, type WorkerState } from "./runtime/worker-pool.ts";

/** The functions wire of this process. */
export interface FunctionsWire extends Wire {
  /** Returns the current functions of the project and the states of their processes. */
  describe(): FunctionsStatus;
  close(): Promise<void>;
}

/** The functions of a project, and the states of their processes. */
export interface FunctionsStatus {
  /** True if Deno, which runs the functions, is installed. */
  readonly hasDeno: boolean;
  readonly functions: readonly (Pick<ProjectFunction, "name" | "entrypoint" | "verifyJwt"> &
    WorkerState)[];
}

/**
 * Creates the Edge Functions wire. The first request to a function starts it, and so does the first request after a
 * change.
 */
export function createFunctions(options: FunctionsOptions): FunctionsWire {
  const context: FunctionsContext = { ...options, workers: new WorkerPool() };
  const { directory, log, reload, workers } = context;
  const stopWatching = watchFunctions(directory, log, async () => {
    context.current = await reload();
    workers.retire();
  });

  const app = new Hono();
  app.onError((error, c) => toResponse(error, c, log));
  for (const [method, path, endpoint] of routes) {
    app.on(method, path, (c) => endpoint(context, c));
  }
  return {
    app,
    describe() {
      const { functions, denoRuntime } = context.current;
      return {
        hasDeno: denoRuntime !== undefined,
        functions: functions.map(({ name, entrypoint, verifyJwt }) => ({
          name,
          entrypoint,
          verifyJwt,
          ...workers.stateOf(name),
        })),
      };
    },
    close() {
      stopWatching();
      return workers.stop();
    },
  };
}
