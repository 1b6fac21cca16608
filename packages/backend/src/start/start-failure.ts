/** Thrown if a worker could not start. The message is the worker's own. */
export class StartFailure extends Error {
  override readonly name = "StartFailure";
}
