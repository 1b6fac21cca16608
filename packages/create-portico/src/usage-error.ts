/** Something was asked for that cannot be done; the message says why, to whoever typed it. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
