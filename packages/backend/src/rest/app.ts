import { Hono } from "hono";
import type { Wire } from "../http/wire.ts";
import type { RestContext, RestOptions } from "./context.ts";
import { MemoryBudget } from "./memory-budget.ts";
import { routes } from "./routes.ts";
import { maintainSchemaCache } from "./schema-cache/keeper.ts";
import { defaultMaxResponseBytes, settingsFrom } from "./settings.ts";

/** The REST wire of this process, which is mounted at `/rest/v1`. */
export interface RestWire extends Wire {
  /** Loads the schema cache before the first request, which would otherwise have to wait for it. */
  ready(): Promise<void>;
  /** Reloads the schema cache, for example after a migration. */
  reload(): Promise<void>;
  /** Stops listening for `NOTIFY pgrst`. */
  close(): Promise<void>;
}

/** Enough for any batch insert that a client sends. PostgREST itself has no limit. */
const defaultBodyLimit = 10 * 1024 * 1024;

/** All long request bodies share this budget. */
const bodyBudgetBytes = 24 * 1024 * 1024;

/**
 * Creates the REST wire: PostgREST's HTTP interface to the tables, views and functions of a database
 * (https://docs.postgrest.org/en/v14/). Each request runs in its own transaction, with the caller's role.
 *
 * Requests wait for the first load of the schema cache. If the load fails, they receive PGRST002, and the next request
 * tries again.
 */
export function createRest(options: RestOptions): RestWire {
  const { database, bodyLimit = defaultBodyLimit, compression = "over-a-network" } = options;
  const config = { largest_answer: defaultMaxResponseBytes(database.engine), ...options.config };
  const schemaCache = maintainSchemaCache(database, config, options);
  const initialSettings = settingsFrom(config);
  const context: RestContext = {
    ...options,
    schemaCache,
    initialSettings,
    bodyLimit,
    compression,
    budgets: {
      bodies: new MemoryBudget(bodyBudgetBytes),
      responses: new MemoryBudget(1.5 * initialSettings.maxResponseBytes),
    },
  };
  const app = new Hono();
  for (const [method, path, endpoint] of routes) {
    app.on(method, path, (c) => endpoint(context, c));
  }
  return {
    app,
    ready: async () => void (await schemaCache.current()),
    reload: schemaCache.reload,
    close: schemaCache.close,
  };
}
