import { finished } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";

/** In milliseconds. */
const longest = 10_000;

/**
 * Lets callers send the rest of a body that the answer did not wait for, and discards it. Many clients read
 * no answer before they have sent everything, and fail when they are cut off. The server's limit for every
 * request bounds the time.
 */
export function drainUnreadBody(): MiddlewareHandler<{ Bindings: Partial<HttpBindings> }> {
  return async (c, next) => {
    await next();
    const { incoming } = c.env ?? {};
    if (!incoming || incoming.readableEnded) return;
    incoming.resume();
    // The server closes such a connection when the answer is sent, even if the body is still arriving.
    if (/\bclose\b/i.test(incoming.headers.connection ?? "")) {
      const ended = finished(incoming, { writable: false }).catch(() => {});
      await Promise.race([ended, sleep(longest, undefined, { ref: false })]);
    }
  };
}
