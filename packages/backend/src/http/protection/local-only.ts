import { isIP } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import { isLoopback } from "../caller/ip-address.ts";

/**
 * Headers that proxies, tunnels and CDNs add to requests: the standard ones (RFC 7239; RFC 9110, section 7.6.3;
 * RFC 8470; RFC 8586), the common ones, and those of products.
 */
const proxyHeaders: ReadonlySet<string> = new Set([
  "via",
  "cdn-loop",
  "early-data",
  "front-end-https",
  "client-ip",
  "true-client-ip",
  "proxy-client-ip",
  "wl-proxy-client-ip",
  "incap-client-ip",
  "ali-cdn-real-ip",
  "x-real-ip",
  "x-real-port",
  "x-client-ip",
  "x-cluster-client-ip",
  "x-true-client-ip",
  "x-remote-ip",
  "x-remote-addr",
  "x-originating-ip",
  "x-proxyuser-ip",
  "x-user-ip",
  "x-host",
  "x-scheme",
  "x-url-scheme",
  "x-rewrite-url",
  "x-ssl",
  "x-nginx-proxy",
  "x-varnish",
  "x-cloud-trace-context",
  "x-request-start",
  "x-amz-cf-id",
  "x-arr-ssl",
  "x-arr-log-id",
]);

/** Matches further headers of proxies by their prefixes. */
const proxyPrefix = new RegExp(
  `^(?:${[
    "forwarded",
    "x-forward",
    "sb-forward",
    "z-forward",
    "x-original-",
    "x-proxy-",
    "cf-",
    "fly-",
    "fastly-",
    "akamai-",
    "x-akamai-",
    "x-sucuri-",
    "x-vercel-",
    "x-nf-",
    "x-amzn-",
    "x-azure-",
    "x-fd-",
    "x-appengine-",
    "x-envoy-",
    "x-kong-",
    "tailscale-",
    "ngrok-",
  ].join("|")})`,
);

/**
 * Returns whether a request came through a proxy or a tunnel, as far as this can be detected. Any of these headers
 * counts as proof, whatever its value, because the server cannot know who can reach a proxy on this machine.
 */
export function isForwarded(c: Context): boolean {
  const names = Object.keys(incoming(c)?.headers ?? c.req.header());
  return names.some(isProxyHeader) || isBySilentProxy(c);
}

const isProxyHeader = (name: string) => proxyHeaders.has(name) || proxyPrefix.test(name);

/**
 * Returns whether a proxy that adds no headers can be detected: by a public name in `Host`, by HTTP/1.0 (nginx's
 * default), or by the public name of the page that sent the request.
 */
function isBySilentProxy(c: Context): boolean {
  const host = hostname(`http://${c.req.header("host") ?? ""}`);
  if (host !== undefined && !isOwnName(host)) return true;
  if (incoming(c)?.httpVersion === "1.0") return true;
  if (c.req.header("sec-fetch-site") !== "same-origin") return false;
  const page = hostname(c.req.header("origin") ?? c.req.header("referer") ?? "");
  return page !== undefined && !isOwnName(page);
}

/** Returns whether the host is a loopback address or a name that is reserved on the internet (RFC 2606, 6761, 6762). */
const isOwnName = (host: string) =>
  isLoopback(host) || (isIP(host) === 0 && /^[^.]+$|\.(localhost|test|local|internal)$/.test(host));

function hostname(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, "") : undefined;
}

/** Returns Node's request, or undefined if a test calls the application directly. */
const incoming = (c: Context<{ Bindings: Partial<HttpBindings> }>) => c.env?.incoming;

/**
 * Restricts a resource to the user of this machine: refuses requests that came through a proxy.
 *
 * @param flag the option of `portico start` that opens the resource to all callers, for the message
 */
export function localOnly(flag: string): MiddlewareHandler {
  return async (c, next) => {
    if (!isForwarded(c)) return next();
    return c.text(`This is for the machine that it runs on, unless started with ${flag}.\n`, 403);
  };
}
