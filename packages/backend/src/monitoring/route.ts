import type { Context } from "hono";
import { matchedRoutes } from "hono/route";

/** The wire and the route of a request. Both have few possible values, so they can be labels of metrics. */
export interface RouteLabels {
  readonly wire: string;
  /** The route's pattern below the wire's path, or `other`. */
  readonly route: string;
}

/** Returns the route of a request that already has a response. The route contains no names from the caller. */
export function routeOf(c: Context): RouteLabels {
  const [, wire, path = ""] =
    /^\/(auth|rest|storage|functions|realtime)\/v1(\/.*)?$/.exec(c.req.path) ?? [];
  if (!wire) return { wire: "page", route: "other" };
  if (wire === "rest") return { wire, route: restRoute(path) };
  const route = matchedRoutes(c).find(({ path }) => !path.endsWith("*"))?.path;
  return { wire, route: route?.slice(`/${wire}/v1`.length) || "other" };
}

function restRoute(path: string): string {
  if (path === "" || path === "/") return "/";
  return path.startsWith("/rpc/") ? "/rpc/:function" : "/:table";
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Returns the request's method, or undefined if it is unusual. */
export const knownMethod = (c: Context) => (methods.has(c.req.method) ? c.req.method : undefined);
