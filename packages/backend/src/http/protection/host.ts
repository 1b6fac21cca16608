import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import { canonicalAddress, isLoopback } from "../caller/ip-address.ts";

/** Returns whether an address to listen on can only be reached from this machine. */
export const isLocalHost = (host: string) => isLoopback(host) || host === "localhost";

/**
 * Refuses requests whose `Host` is not the server's own, to prevent DNS rebinding. A page on the internet can make its
 * host name resolve to this machine, and then read the server's responses as its own origin, including messages with
 * sign-in codes. The `Host` header of its requests still contains the name of that page.
 *
 * @param names allowed host names, without ports, in addition to those of the machine itself
 */
export function onlyForHosts(names: readonly string[]): MiddlewareHandler {
  const allowedNames = new Set(names);
  return async (c, next) => {
    const host = c.req.header("host")?.replace(/:\d+$/, "").toLowerCase() ?? "";
    // An IP address in `Host` involves no DNS, so it cannot be rebound.
    const isThisMachine = isNameOfThisMachine(host) || isLoopback(host);
    if (isThisMachine || allowedNames.has(host)) return next();
    return c.text(`This server does not answer to the name "${host}".\n`, 421);
  };
}

const isNameOfThisMachine = (host: string) =>
  ["localhost", "127.0.0.1", "[::1]"].includes(host) || host.endsWith(".localhost");

/**
 * Returns the origin at which the caller reaches the server. That is the requested origin if it is a name of this
 * machine or the local address of the connection, otherwise the configured origin with that host name, or else the
 * first one. `Host` alone is not trustworthy, because the caller can set it to anything, and a cache may store the
 * response for others.
 *
 * @param configured at least one origin
 */
export function originFor(c: Context, configured: readonly [string, ...string[]]): string {
  const { origin, host, hostname } = new URL(c.req.url);
  const { incoming }: Partial<HttpBindings> = c.env ?? {};
  const { localAddress = "", localPort } = incoming?.socket ?? {};
  if (isNameOfThisMachine(hostname) || host === authority(localAddress, localPort)) return origin;
  return configured.find((candidate) => new URL(candidate).hostname === hostname) ?? configured[0];
}

function authority(address: string, port: number | undefined): string {
  const canonical = canonicalAddress(address) ?? "";
  return `${canonical.includes(":") ? `[${canonical}]` : canonical}:${port}`;
}
