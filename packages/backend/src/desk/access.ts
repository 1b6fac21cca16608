import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import { isLoopback } from "../http/caller/ip-address.ts";
import { isForwarded } from "../http/protection/local-only.ts";
import { toResponse } from "./answer.ts";
import { foreignHost, foreignPage, keyRequired, notThisMachine } from "./errors.ts";
import { isSameKey } from "./key.ts";

/**
 * The header with the desk's key. A page of another origin could only send it after a preflight request, which the desk
 * refuses.
 */
export const keyHeader = "x-portico-desk";

/**
 * Refuses requests from other machines and through proxies, and requests whose `Host` is not a name of this machine
 * (DNS rebinding). The server's own host check also accepts the names in config.toml; this one does not.
 */
export const onlyOnThisMachine: MiddlewareHandler = async (c, next) => {
  const { hostname } = new URL(c.req.url);
  const host = hostname.replace(/^\[|\]$/g, "");
  const isOwn = host === "localhost" || host.endsWith(".localhost") || isLoopback(host);
  if (!isOwn) return toResponse(foreignHost(), c);
  return isForwarded(c) || isRemote(c) ? toResponse(notThisMachine(), c) : next();
};

function isRemote(c: Context<{ Bindings: Partial<HttpBindings> }>): boolean {
  const address = c.env?.incoming?.socket.remoteAddress;
  return address !== undefined && !isLoopback(address.replace(/^::ffff:/, ""));
}

/**
 * Refuses requests that another page sends, including a page on another port of this machine. Browsers send the origin
 * of a request in `Sec-Fetch-Site` (https://www.w3.org/TR/fetch-metadata/) and in `Origin`.
 */
export const onlyFromOwnPage =
  (ownOrigin: (c: Context) => string): MiddlewareHandler =>
  async (c, next) => {
    const site = c.req.header("sec-fetch-site");
    const origin = c.req.header("origin");
    const isForeign =
      (site !== undefined && site !== "same-origin") ||
      (origin !== undefined && origin !== ownOrigin(c));
    if (isForeign) throw foreignPage();
    return next();
  };

/** Returns the origin of a server that is not behind a proxy. */
export const directOrigin = (c: Context): string => new URL(c.req.url).origin;

/** Refuses requests without the desk's key. */
export const onlyWithKey =
  (key: string): MiddlewareHandler =>
  async (c, next) => {
    const sentKey = c.req.header(keyHeader);
    if (sentKey === undefined || !isSameKey(sentKey, key)) throw keyRequired();
    return next();
  };
