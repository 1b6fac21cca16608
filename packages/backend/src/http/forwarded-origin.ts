import type { Context } from "hono";
import { mountOf } from "./mount.ts";

/**
 * Returns the public URL of the application from the headers that proxies add. Use it only in responses to the same
 * caller, because callers can set these headers to anything.
 */
export function forwardedMount(c: Context): string {
  const { protocol, host } = new URL(c.req.url);
  const scheme = first(c, "x-forwarded-proto", /^https?$/) ?? protocol.slice(0, -1);
  const name = first(c, "x-forwarded-host", /^[\w.:[\]-]+$/);
  const port = first(c, "x-forwarded-port", /^\d{1,5}$/);
  const prefix = first(c, "x-forwarded-prefix", /^(\/[\w.~-]+)+\/?$/) ?? "";
  const forwarded = name === undefined ? undefined : `${scheme}://${withPort(name, port)}`;
  // The pattern also matches invalid hosts, such as `[[`.
  const url =
    forwarded !== undefined && URL.canParse(forwarded) ? forwarded : `${scheme}://${host}`;
  return `${new URL(url).origin}${prefix.replace(/\/$/, "")}${mountOf(c)}`;
}

/** Returns the value that the outermost proxy has set. Other proxies append theirs. */
function first(c: Context, header: string, pattern: RegExp): string | undefined {
  const value = c.req.header(header)?.split(",")[0]?.trim();
  return value !== undefined && pattern.test(value) ? value : undefined;
}

const withPort = (name: string, port: string | undefined) =>
  port === undefined || /:\d+$/.test(name) ? name : `${name}:${port}`;
