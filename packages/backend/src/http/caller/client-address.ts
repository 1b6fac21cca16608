import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import type { Forwarding } from "../../config/environment/settings.ts";
import type { Log } from "../../log/log.ts";
import { isForwarded } from "../protection/local-only.ts";
import { canonicalAddress, isLoopback } from "./ip-address.ts";

const noTrustedProxies: Forwarding = { header: "x-forwarded-for", proxies: 0 };

/** The bindings of the connection. They also exist when a request is dispatched a second time. */
interface Bindings extends Partial<HttpBindings> {
  readonly forwarding?: Forwarding;
}

/**
 * The address of all callers behind an untrusted proxy on this machine ("this host on this network" in RFC 1122). These
 * callers share one set of limits. Unlike the machine itself, they are not exempt from limits.
 */
const unknownAddress = "0.0.0.0";

/** Makes {@link clientAddress} trust these proxies, and warns once if a request comes through other proxies. */
export function trustForwarding(forwarding: Forwarding, log: Log): MiddlewareHandler {
  let hasWarned = forwarding.proxies > 0;
  return (c: Context<{ Bindings: Bindings }>, next) => {
    c.env = { ...c.env, forwarding };
    if (!hasWarned && isForwarded(c)) {
      hasWarned = true;
      log.warn(
        {},
        "requests arrive through a proxy, but no proxy is trusted, so all its callers share the rate limits " +
          "(set PORTICO_TRUSTED_PROXIES to the number of proxies in front)",
      );
    }
    return next();
  };
}

/** Returns the proxies that {@link trustForwarding} trusts for this request. */
export function forwardingOf(c: Context): Forwarding {
  const { forwarding }: Bindings = c.env ?? {};
  return forwarding ?? noTrustedProxies;
}

/**
 * Returns the IP address of the caller in canonical form: the address of the connection, or the one that the outermost
 * trusted proxy has seen. Addresses further to the left in the header come from the caller, who can forge them.
 *
 * @returns undefined without a connection, for example when a test calls the application directly
 */
export function clientAddress(c: Context): string | undefined {
  const { incoming }: Bindings = c.env ?? {};
  const { header, proxies } = forwardingOf(c);
  const forwardedAddresses = proxies > 0 ? (c.req.header(header)?.split(",") ?? []) : [];
  const forwardedAddress = canonicalAddress(forwardedAddresses.at(-proxies) ?? "");
  if (forwardedAddress !== undefined)
    return isLoopback(forwardedAddress) ? unknownAddress : forwardedAddress;
  const directAddress = canonicalAddress(incoming?.socket.remoteAddress ?? "");
  const isProxied = forwardedAddresses.length > 0 || isForwarded(c);
  return directAddress !== undefined && isLoopback(directAddress) && isProxied
    ? unknownAddress
    : directAddress;
}
