import type { Context } from "hono";
import { mountOf } from "../mount.ts";

/**
 * Returns the public URL of the application from the headers that proxies add. Use the URL only in responses to the
 * same caller, because callers can set these headers to anything.
 */
export function forwardedMount(c: Context): string {
  const { protocol, host } = new URL(c.req.url);
  const scheme = firstValue(c, "x-forwarded-proto", /^https?$/) ?? protocol.slice(0, -1);
  const name = firstValue(c, "x-forwarded-host", /^[\w.:[\]-]+$/);
  const port = firstValue(c, "x-forwarded-port", /^\d{1,5}$/);
  const prefix = firstValue(c, "x-forwarded-prefix", /^(\/[\w.~-]+)+\/?$/) ?? "";
  const forwardedUrl = name === undefined ? undefined : `${scheme}://${withPort(name, port)}`;
  // The pattern also matches invalid hosts, such as `[[`.
  const url =
    forwardedUrl !== undefined && URL.canParse(forwardedUrl) ? forwardedUrl : `${scheme}://${host}`;
  return `${new URL(url).origin}${prefix.replace(/\/$/, "")}${mountOf(c)}`;
}

/** Returns the first value of a header, which the outermost proxy has set. Other proxies append theirs. */
function firstValue(c: Context, header: string, pattern: RegExp): string | undefined {
  const value = c.req.header(header)?.split(",")[0]?.trim();
  return value !== undefined && pattern.test(value) ? value : undefined;
}

const withPort = (name: string, port: string | undefined) =>
  port === undefined || /:\d+$/.test(name) ? name : `${name}:${port}`;
