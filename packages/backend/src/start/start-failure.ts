/** Thrown if a worker could not start. The message comes from the worker. */
export class StartFailure extends Error {
  override readonly name = "StartFailure";
}
