/** Thrown if tests cannot run: there are none, a file is missing, or the database lacks pgTAP. */
export class TestSetupError extends Error {
  override readonly name = "TestSetupError";
}
