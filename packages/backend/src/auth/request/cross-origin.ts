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
 * Any page may ask: the token guards an account, and no browser sends it by itself.
 *
 * Hono's middleware sets the headers before there is an answer, so that every answer is rebuilt with a
 * stream for its body.
 */
export const crossOrigin: MiddlewareHandler = async (c, next) => {
  if (c.req.method === "OPTIONS") {
    // OPTIONS without this header is not a browser's preflight.
    return c.req.header("access-control-request-method") ? preflight(c, next) : next();
  }
  await next();
  c.res.headers.set("access-control-allow-origin", origin);
  c.res.headers.set("access-control-expose-headers", exposeHeaders.join(","));
};
