/** Thrown if a backup cannot be made or restored. The message is for the user. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

/** Wraps an error of the operating system in a message about a file; returns any other error unchanged. */
export function wrapFileError(file: string, verb: "read" | "written", error: unknown): unknown {
  const isSystemError = error instanceof Error && "code" in error && "syscall" in error;
  if (!isSystemError) return error;
  return new BackupError(`${file} cannot be ${verb}: ${error.message}.`, { cause: error });
}
