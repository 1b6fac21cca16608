import { isIP } from "node:net";
import type { Context, MiddlewareHandler } from "hono";
import { isLoopback } from "./client-address.ts";

/** Where proxies write whom they speak for: the usual ones, nginx's, and RFC 7239's. */
const headers = ["x-forwarded-for", "x-real-ip", "forwarded"] as const;

/**
 * Whether a request to a server that only its own machine reaches was passed on for somebody else, by
 * a proxy or a tunnel there.
 */
export function isPassedOn(c: Context): boolean {
  return headers
    .flatMap((name) => (c.req.header(name) ?? "").split(/[\s,;="[\]]+/))
    .map((word) => word.replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1"))
    .some((word) => isIP(word) !== 0 && !isLoopback(word));
}

/**
 * Keeps what is meant for whoever sits at the machine from those whom a proxy lets through to it.
 *
 * @param flag what the server is started with to serve it to them all the same
 */
export function onlyForOwnMachine(flag: string): MiddlewareHandler {
  return async (c, next) => {
    if (!isPassedOn(c)) return next();
    return c.text(`This is for the machine that it runs on, unless started with ${flag}.\n`, 403);
  };
}
