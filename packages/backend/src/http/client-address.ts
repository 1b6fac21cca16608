import { isIP } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";

/**
 * The IP address of who is asking. `X-Forwarded-For` is believed from the machine itself alone,
 * where a reverse proxy would stand; from anywhere else it is the caller's own claim. So is all that
 * stands to the left in it, for a proxy writes the address that it sees at the end.
 */
export function clientAddress(c: Context): string | undefined {
  const direct = connectionAddress(c);
  if (direct !== undefined && !isLoopback(direct)) return direct;
  const forwarded = c.req
    .header("x-forwarded-for")
    ?.split(",")
    .map((part) => part.trim());
  return forwarded?.findLast((part) => isIP(part) !== 0 && !isLoopback(part)) ?? direct;
}

export function isLoopback(address: string): boolean {
  const bare = address.replace(/^::ffff:/, "");
  return bare === "::1" || bare.startsWith("127.");
}

/** Undefined where there is no connection, as when a test calls the application itself. */
function connectionAddress(c: Context): string | undefined {
  return c.env?.incoming ? getConnInfo(c).remote.address : undefined;
}
