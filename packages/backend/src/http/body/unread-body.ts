import { finished } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";

const timeoutMs = 10_000;

/**
 * Returns middleware that reads and discards the rest of a request's body after the response. Many clients read the
 * response only after they have sent everything, and fail if the connection closes earlier. The server's request
 * timeout limits the time that this takes.
 */
export function drainUnreadBody(): MiddlewareHandler<{ Bindings: Partial<HttpBindings> }> {
  return async (c, next) => {
    await next();
    const { incoming } = c.env ?? {};
    if (!incoming || incoming.readableEnded) return;
    incoming.resume();
    // Wait for the body, because Node closes such a connection after the response even if the body is still arriving.
    if (/\bclose\b/i.test(incoming.headers.connection ?? "")) {
      const bodyEnd = finished(incoming, { writable: false }).catch(() => {});
      await Promise.race([bodyEnd, sleep(timeoutMs, undefined, { ref: false })]);
    }
  };
}
