import { Hono } from "hono";
import type { Wire } from "../http/wire.ts";
import { toResponse } from "./answer.ts";
import type { FunctionsContext, FunctionsOptions } from "./context.ts";
import { routes } from "./routes.ts";
import { watchFunctions } from "./watch.ts";
import { Workers } from "./workers.ts";

/** The functions wire. */
export interface FunctionsWire extends Wire {
  close(): Promise<void>;
}

/**
 * Creates the wire of Edge Functions. The first request to a function starts it; so does the first request after a
 * change.
 */
export function createFunctions(options: FunctionsOptions): FunctionsWire {
  const context: FunctionsContext = { ...options, workers: new Workers() };
  const { directory, log, reload, workers } = context;
  const stopWatching = watchFunctions(directory, log, async () => {
    context.current = await reload();
    workers.retire();
  });

  const app = new Hono();
  app.onError((error) => toResponse(error, log));
  for (const [method, path, endpoint] of routes) {
    app.on(method, path, (c) => endpoint(context, c));
  }
  return {
    app,
    close() {
      stopWatching();
      return workers.stop();
    },
  };
}
