/** A worker could not start; the message is its own sentence. */
export class StartFailure extends Error {
  override readonly name = "StartFailure";
}
