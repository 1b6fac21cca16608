/**
 * Returns whether an error only means that the client has disconnected while it sent its request. It is no failure of the
 * server, and must not be logged as one: anyone can cause thousands of them.
 */
export const isClientGone = (error: unknown): boolean =>
  error instanceof Error &&
  error.message === "aborted" &&
  "code" in error &&
  error.code === "ECONNRESET";

/** The status that proxies log for such a request. Nobody receives it. */
export const clientGoneStatus = 499;
