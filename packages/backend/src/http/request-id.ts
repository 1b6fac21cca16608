import { randomUUID } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import { runWithRequestId } from "../log/request-id.ts";

const headerName = "X-Request-Id";

/** Matches the ids of all common clients and proxies, and no text that could break a log line. */
const validId = /^[\w.:-]{1,128}$/;

/**
 * Assigns an id to each request, either the caller's or a new one. The response, log lines and the auth wire's
 * `error_id` contain it.
 */
export const identifyRequest: MiddlewareHandler<{ Bindings: Partial<HttpBindings> }> = (
  c,
  next,
) => {
  const requested = c.req.header(headerName);
  const id = requested !== undefined && validId.test(requested) ? requested : randomUUID();
  return runWithRequestId(id, async (end) => {
    const { outgoing } = c.env ?? {};
    outgoing?.once("close", end);
    await next();
    const { headers } = c.res;
    headers.set(headerName, id);
    // Pages of other origins can only read exposed headers.
    if (headers.has("access-control-allow-origin") && c.req.method !== "OPTIONS") {
      headers.append("access-control-expose-headers", headerName);
    }
    if (!outgoing) end();
  });
};
