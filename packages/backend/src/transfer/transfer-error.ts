/** An export or an import that cannot be, in a sentence. */
export class TransferError extends Error {
  override readonly name = "TransferError";
}
