import type { Context } from "hono";
import { clientAddress } from "./client-address.ts";
import { networkOf } from "./ip-address.ts";

/** What is known of a caller: a database role, and the claims of the token. */
interface KnownCaller {
  readonly role: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/**
 * Returns the name under which a caller takes turns with others: the user, or the network of a caller without a
 * session. A server with the secret key counts as one caller, regardless of its own users.
 */
export function callerKey(c: Context, { role, claims }: KnownCaller): string {
  const { sub } = claims;
  if (typeof sub === "string" && sub !== "") return `user ${sub}`;
  if (role === "service_role") return role;
  const address = clientAddress(c);
  return address === undefined ? "unknown network" : `network ${networkOf(address)}`;
}
