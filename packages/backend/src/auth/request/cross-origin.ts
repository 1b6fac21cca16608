import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";

const origin = "*";
const exposeHeaders = ["X-Total-Count", "Link", "X-Supabase-Api-Version", "Retry-After"];

const preflight = cors({
  origin,
  allowMethods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
  exposeHeaders,
});

/**
 * Any origin is allowed: the access token protects an account, and browsers never send it on their own.
 *
 * Hono's middleware sets the headers before the response exists, which rebuilds every response with a stream
 * as its body.
 */
export const crossOrigin: MiddlewareHandler = async (c, next) => {
  if (c.req.method === "OPTIONS") {
    // An OPTIONS request without this header is not a preflight.
    return c.req.header("access-control-request-method") ? preflight(c, next) : next();
  }
  await next();
  c.res.headers.set("access-control-allow-origin", origin);
  c.res.headers.set("access-control-expose-headers", exposeHeaders.join(","));
};
