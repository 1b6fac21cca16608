import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";

interface CrossOriginOptions {
  /** The response headers that pages may read in addition to the safelisted ones. */
  readonly exposeHeaders?: string[];
  /** The methods that preflights allow. By default, every method except OPTIONS. */
  readonly allowMethods?: string[];
}

/**
 * Lets pages of any origin use a wire, because a key or token protects the data, and browsers never send these on their
 * own. An OPTIONS request that is not a preflight reaches the wire's own routes. Other requests bypass Hono's
 * middleware, which sets the headers before the response exists and so converts the body of every response to a stream.
 */
export function allowAnyOrigin(options: CrossOriginOptions = {}): MiddlewareHandler {
  const handlePreflight = cors({ origin: "*", ...options });
  return async (c, next) => {
    const isPreflight =
      c.req.method === "OPTIONS" && c.req.header("access-control-request-method") !== undefined;
    if (isPreflight) return handlePreflight(c, next);
    await next();
    shareWithAnyOrigin(c.res.headers, options.exposeHeaders);
  };
}

/** Lets pages of any origin read a response, and these headers of it. */
export function shareWithAnyOrigin(headers: Headers, exposeHeaders: readonly string[] = []): void {
  headers.set("access-control-allow-origin", "*");
  if (exposeHeaders.length > 0) {
    headers.set("access-control-expose-headers", exposeHeaders.join(","));
  }
}
