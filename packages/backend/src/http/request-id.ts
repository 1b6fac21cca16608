import { randomUUID } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import { serveAs } from "../log/request-id.ts";

const header = "X-Request-Id";

/** No id that a client or a proxy makes is longer, or has other characters. A log's line cannot be broken by it. */
const sane = /^[\w.:-]{1,128}$/;

/**
 * Gives each request an id: that of the caller, or a new one. It is in the answer, in the lines of the log,
 * and where the auth wire says `error_id`.
 */
export const identifyRequest: MiddlewareHandler<{ Bindings: Partial<HttpBindings> }> = (
  c,
  next,
) => {
  const given = c.req.header(header);
  const id = given !== undefined && sane.test(given) ? given : randomUUID();
  return serveAs(id, async (end) => {
    const { outgoing } = c.env ?? {};
    outgoing?.once("close", end);
    await next();
    const { headers } = c.res;
    headers.set(header, id);
    // A page of another origin reads only what is named.
    if (headers.has("access-control-allow-origin") && c.req.method !== "OPTIONS") {
      headers.append("access-control-expose-headers", header);
    }
    if (!outgoing) end();
  });
};
