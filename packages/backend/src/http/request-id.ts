import { randomUUID } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import { runWithRequestId } from "../log/request-id.ts";

const header = "X-Request-Id";

/** Accepts the ids of all common clients and proxies, and nothing that could break a log line. */
const validId = /^[\w.:-]{1,128}$/;

/**
 * Gives each request an id, either the caller's or a new one. The id is in the response, in log lines, and in the auth
 * wire's `error_id`.
 */
export const identifyRequest: MiddlewareHandler<{ Bindings: Partial<HttpBindings> }> = (
  c,
  next,
) => {
  const requested = c.req.header(header);
  const id = requested !== undefined && validId.test(requested) ? requested : randomUUID();
  return runWithRequestId(id, async (end) => {
    const { outgoing } = c.env ?? {};
    outgoing?.once("close", end);
    await next();
    const { headers } = c.res;
    headers.set(header, id);
    // Pages of other origins can only read exposed headers.
    if (headers.has("access-control-allow-origin") && c.req.method !== "OPTIONS") {
      headers.append("access-control-expose-headers", header);
    }
    if (!outgoing) end();
  });
};
