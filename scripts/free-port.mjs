import { randomInt } from "node:crypto";
import getPort from "get-port";

/**
 * Below the ports that Linux (32768), macOS and Windows (49152) give to connections and to servers without a port of
 * their own, so that nobody takes the port before the server of the caller starts.
 */
const range = { first: 20_000, end: 32_768 };

/** Returns the number of a free port for a server that is about to start, or that starts again on the same port. */
export function freePort() {
  return getPort({ port: Array.from({ length: 50 }, () => randomInt(range.first, range.end)) });
}
