import { randomInt } from "node:crypto";
import getPort from "get-port";

/**
 * Linux assigns ephemeral ports from 32768, macOS and Windows from 49152. A port below them is not assigned to another
 * program before the caller's server starts.
 */
const range = { first: 20_000, end: 32_768 };

/** Returns the number of a free port for a server that is about to start, or that starts again on the same port. */
export function freePort() {
  return getPort({ port: Array.from({ length: 50 }, () => randomInt(range.first, range.end)) });
}
