/** An error that the user can fix. The message says how. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
