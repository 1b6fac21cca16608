import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import { clientAddress, forwardingOf } from "../http/caller/client-address.ts";
import { forwardedMount } from "../http/caller/forwarded-origin.ts";
import { isLoopback } from "../http/caller/ip-address.ts";
import { isForwarded } from "../http/protection/local-only.ts";
import type { Log } from "../log/log.ts";
import { keyHeader } from "./access.ts";
import { toResponse } from "./answer.ts";
import { keyRequired, tlsRequired, tooManyAttempts } from "./errors.ts";
import { isSameKey } from "./key.ts";
import { KeyAttempts } from "./key-attempts.ts";

/**
 * Refuses unencrypted requests from other machines, which would reveal the secret key to the network. A request is also
 * encrypted if a trusted proxy (PORTICO_TRUSTED_PROXIES) says so in a header.
 */
export const onlyEncrypted: MiddlewareHandler = async (c, next) =>
  isEncrypted(c) || isFromThisMachine(c) ? next() : toResponse(tlsRequired(), c);

function isEncrypted(c: Context): boolean {
  return new URL(publicUrl(c)).protocol === "https:";
}

function isFromThisMachine(c: Context<{ Bindings: Partial<HttpBindings> }>): boolean {
  const address = c.env?.incoming?.socket.remoteAddress;
  return !isForwarded(c) && address !== undefined && isLoopback(address);
}

/** Returns the URL in the browser's address bar. Reads the headers of proxies only if proxies are trusted. */
const publicUrl = (c: Context): string =>
  forwardingOf(c).proxies > 0 ? forwardedMount(c) : c.req.url;

/** Returns the origin of the page that may call the API. */
export const publicOrigin = (c: Context): string => new URL(publicUrl(c)).origin;

/** Refuses requests without the project's secret key, and all requests of a network that has sent many wrong keys. */
export function onlyWithSecretKey(key: string, log: Log): MiddlewareHandler {
  const attempts = new KeyAttempts();
  return async (c, next) => {
    const address = clientAddress(c);
    const waitSeconds = attempts.waitSeconds(address);
    if (waitSeconds > 0) {
      c.header("retry-after", String(waitSeconds));
      throw tooManyAttempts(waitSeconds);
    }
    const sentKey = c.req.header(keyHeader);
    if (sentKey === undefined || sentKey === "") throw keyRequired("secret");
    if (!isSameKey(sentKey, key)) {
      attempts.countWrongKey(address);
      log.warn({ address }, "a request to the desk had a wrong key");
      throw keyRequired("secret");
    }
    return next();
  };
}
