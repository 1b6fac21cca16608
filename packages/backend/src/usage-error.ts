/** Thrown for a mistake that the user has made, such as an invalid command line. The user sees the message. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
