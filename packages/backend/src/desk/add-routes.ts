import type { Context, Hono } from "hono";
import { noRoute } from "./errors.ts";

/** The paths of the API and their endpoints, which need these dependencies. */
export type Routes<Dependencies> = readonly (readonly [
  method: string,
  path: string,
  endpoint: (context: Dependencies, c: Context) => Promise<Response>,
])[];

/** Adds the API's endpoints to an application, and makes it refuse every other path. */
export function addRoutes<Dependencies>(
  api: Hono,
  context: Dependencies,
  routes: Routes<Dependencies>,
): void {
  for (const [method, path, endpoint] of routes) {
    api.on(method, path, (c) => endpoint(context, c));
  }
  api.all("*", (c) => {
    throw noRoute(c.req.method, c.req.path);
  });
}
