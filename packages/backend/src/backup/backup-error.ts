/** A backup cannot be made, or cannot be restored. The message is a sentence for the person who asked. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

/** The operating system's refusal, in a sentence about a file; any other error as it is. */
export function refusal(file: string, verb: "read" | "written", error: unknown): unknown {
  const isOfSystem = error instanceof Error && "code" in error && "syscall" in error;
  if (!isOfSystem) return error;
  return new BackupError(`${file} cannot be ${verb}: ${error.message}.`, { cause: error });
}
