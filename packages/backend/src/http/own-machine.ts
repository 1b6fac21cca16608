import { isIP } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import { isLoopback } from "./client-address.ts";

/** Where proxies write whom they speak for: the usual ones, nginx's, and RFC 7239's. */
const headers = ["x-forwarded-for", "x-real-ip", "forwarded"] as const;

/**
 * Whether a request to a server that only its own machine reaches was passed on for somebody else, by
 * a proxy or a tunnel there.
 */
export function isPassedOn(c: Context): boolean {
  const named = headers
    .flatMap((name) => (c.req.header(name) ?? "").split(/[\s,;="[\]]+/))
    .map((word) => word.replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1"))
    .filter((word) => isIP(word) !== 0);
  return !named.every(isLoopback) || isBySilentProxy(c);
}

/**
 * What gives a proxy away that does not say whom it speaks for: it asks by a name that leads here from
 * elsewhere, it says that it is one, it speaks HTTP/1.0 as nginx does unless told otherwise, or the page
 * that asks came from another name than it asks by.
 */
function isBySilentProxy(c: Context): boolean {
  const host = hostname(`http://${c.req.header("host") ?? ""}`);
  if (host !== undefined && !isOwnName(host)) return true;
  if (c.req.header("via") !== undefined || incoming(c)?.httpVersion === "1.0") return true;
  if (c.req.header("sec-fetch-site") !== "same-origin") return false;
  const page = hostname(c.req.header("origin") ?? c.req.header("referer") ?? "");
  return page !== undefined && !isOwnName(page);
}

/** A loopback address, or a name that the internet gives to nobody (RFC 2606, 6761, 6762). */
const isOwnName = (host: string) =>
  isLoopback(host) || (isIP(host) === 0 && /^[^.]+$|\.(localhost|test|local|internal)$/.test(host));

function hostname(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, "") : undefined;
}

/** None when a test calls the application itself. */
const incoming = (c: Context<{ Bindings: Partial<HttpBindings> }>) => c.env?.incoming;

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
