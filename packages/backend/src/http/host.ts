import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import { canonicalAddress, isLoopback } from "./ip-address.ts";

/** True when only this machine can reach the listening address. */
export const isLocalHost = (host: string) => isLoopback(host) || host === "localhost";

/**
 * Refuses requests that name another host than the server's own (DNS rebinding). A page on the internet can
 * make its name resolve to this machine, and then read the server's answers as its own origin, messages with
 * sign-in codes among them. The `Host` header still has that name.
 *
 * @param names host names, without ports, that count beside those of the machine itself
 */
export function onlyForHosts(names: readonly string[]): MiddlewareHandler {
  const known = new Set(names);
  return async (c, next) => {
    const host = c.req.header("host")?.replace(/:\d+$/, "").toLowerCase() ?? "";
    // No name resolves to what is written as an address.
    const isOwn = isNameOfThisMachine(host) || isLoopback(host);
    if (isOwn || known.has(host)) return next();
    return c.text(`This server does not answer to the name "${host}".\n`, 421);
  };
}

const isNameOfThisMachine = (host: string) =>
  ["localhost", "127.0.0.1", "[::1]"].includes(host) || host.endsWith(".localhost");

/**
 * The origin by which the caller reaches the server: the requested one, if it is a name of this machine or
 * the address that the connection came in on; else the configured one of that name, or the first. The caller
 * can write anything into `Host`, and a cache may keep the answer for others.
 *
 * @param configured at least one origin
 */
export function originFor(c: Context, configured: readonly [string, ...string[]]): string {
  const { origin, host, hostname } = new URL(c.req.url);
  const { incoming }: Partial<HttpBindings> = c.env ?? {};
  const { localAddress = "", localPort } = incoming?.socket ?? {};
  if (isNameOfThisMachine(hostname) || host === authority(localAddress, localPort)) return origin;
  return configured.find((one) => new URL(one).hostname === hostname) ?? configured[0];
}

function authority(address: string, port: number | undefined): string {
  const canonical = canonicalAddress(address) ?? "";
  return `${canonical.includes(":") ? `[${canonical}]` : canonical}:${port}`;
}
