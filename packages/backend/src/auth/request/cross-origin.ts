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
 * Any page may ask: what guards an account is its token, which no browser sends by itself.
 *
 * Hono's middleware sets headers before there is an answer to have them, and so has every answer made
 * anew, with a stream for its body.
 */
export const crossOrigin: MiddlewareHandler = async (c, next) => {
  if (c.req.method === "OPTIONS") {
    // OPTIONS without this header are no question that a browser asks before a request of its own.
    return c.req.header("access-control-request-method") ? preflight(c, next) : next();
  }
  await next();
  c.res.headers.set("access-control-allow-origin", origin);
  c.res.headers.set("access-control-expose-headers", exposeHeaders.join(","));
};
