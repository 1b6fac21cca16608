/**
 * Returns whether an error only means that the client has disconnected while it sent its request. The server must not log
 * it as a failure, because anyone can cause thousands of them.
 */
export const isClientGone = (error: unknown): boolean =>
  error instanceof Error &&
  error.message === "aborted" &&
  "code" in error &&
  error.code === "ECONNRESET";

/** The status that proxies log if the client has disconnected. No client receives it. */
export const clientGoneStatus = 499;
