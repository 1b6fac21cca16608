/** Thrown for a mistake of the user, such as an invalid command line. The message is shown to the user. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
