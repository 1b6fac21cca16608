import type { Context } from "hono";
import type { Caller } from "./caller.ts";
import { clientAddress } from "./client-address.ts";
import { isLoopback, networkOf } from "./ip-address.ts";

/**
 * Returns the key of a caller in fair queues: the user, or the network of a caller without a session. A server with the
 * secret key counts as one caller, regardless of its own users.
 */
export function callerKey(c: Context, { role, claims }: Caller): string {
  const { sub } = claims;
  if (typeof sub === "string" && sub !== "") return `user ${sub}`;
  if (role === "service_role") return role;
  return networkKey(c);
}

/**
 * Returns the network of a caller, or undefined for this machine, whose servers send the requests of many users.
 */
export function networkOfCaller(c: Context): string | undefined {
  const address = clientAddress(c);
  return address === undefined || isLoopback(address) ? undefined : networkOf(address);
}

/** Returns the key that all callers of one network share in fair queues. */
export function networkKey(c: Context): string {
  const address = clientAddress(c);
  return address === undefined ? "unknown network" : `network ${networkOf(address)}`;
}
