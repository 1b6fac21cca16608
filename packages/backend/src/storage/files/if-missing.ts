/**
 * An error handler for file system calls: returns undefined if the file does not exist.
 *
 * @throws every other error
 */
export function ifMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
  throw error;
}
