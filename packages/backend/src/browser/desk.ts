import { Hono } from "hono";
import { onlyWithKey } from "../desk/access.ts";
import { addRoutes } from "../desk/add-routes.ts";
import { toResponse } from "../desk/answer.ts";
import type { DataContext } from "../desk/context.ts";
import { dataRoutes } from "../desk/data-routes.ts";
import type { CoreContext } from "../server/part.ts";

/**
 * Returns the part of the desk's API that needs only the database: tables, SQL and explanations. Like the desk of a
 * server, it requires a key: the project's secret key, which the page has.
 */
export function createDeskApi(context: CoreContext): Hono {
  const { config, database, keys, options } = context;
  const dependencies: DataContext = {
    database,
    projectName: config.project_id ?? "In this tab",
    key: keys.secret,
    isExposed: false,
    log: options.log,
    project: undefined,
    env: options.env,
    config,
    recentRequests: undefined,
  };
  const api = new Hono();
  api.onError((error, c) => toResponse(error, c, options.log));
  api.use(onlyWithKey(keys.secret));
  addRoutes(api, dependencies, dataRoutes);
  return api;
}
