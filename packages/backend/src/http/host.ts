import type { MiddlewareHandler } from "hono";

/**
 * Turns away requests that name another host than the server's own. A page on the internet can make
 * its name resolve to this machine and then read what is served here as its own origin, messages
 * with sign-in codes among it (DNS rebinding); the name it must call itself by gives it away.
 *
 * @param names host names, without ports, that count beside those of the machine itself
 */
export function onlyForHosts(names: readonly string[]): MiddlewareHandler {
  const known = new Set(["localhost", "127.0.0.1", "[::1]", ...names]);
  return async (c, next) => {
    const host = c.req.header("host")?.replace(/:\d+$/, "").toLowerCase() ?? "";
    if (known.has(host) || host.endsWith(".localhost")) return next();
    return c.text(`This server does not answer to the name "${host}".\n`, 421);
  };
}
