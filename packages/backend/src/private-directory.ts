import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a directory, and those above it, for this user alone. It may be there already, or be made by another process
 * meanwhile. Node's own way (`recursive`) does not come back where the system says of a parent that exists that it
 * does not, as below /proc.
 */
export async function makeDirectory(directory: string): Promise<void> {
  try {
    await make(directory);
  } catch (error) {
    if (codeOf(error) !== "ENOENT" || dirname(directory) === directory) throw error;
    await makeDirectory(dirname(directory));
    await make(directory);
  }
}

const make = (directory: string) =>
  mkdir(directory, { mode: 0o700 }).catch((error: unknown) => {
    if (codeOf(error) !== "EEXIST") throw error;
  });

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error ? error.code : undefined;
