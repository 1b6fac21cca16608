/**
 * For the end of a call of the file system: undefined when the file is not there.
 *
 * @throws every other error
 */
export function ifMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
  throw error;
}
