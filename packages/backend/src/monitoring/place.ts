import type { Context } from "hono";
import { matchedRoutes } from "hono/route";

/** The wire that a request went to, and which of its routes. There are only so many of either. */
export interface Place {
  readonly wire: string;
  /** The route's pattern below the wire's path, or `other`. */
  readonly route: string;
}

/** A request's place, once it has been answered. No name that the caller chose is in it. */
export function placeOf(c: Context): Place {
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

/** The request's method; undefined for one that nobody expects. */
export const knownMethod = (c: Context) => (methods.has(c.req.method) ? c.req.method : undefined);
