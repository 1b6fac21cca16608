import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a directory, and those above it, for this user alone. It may be there already. Node's own way
 * (`recursive`) does not come back where the system says of a parent that exists that it does not, as
 * below /proc.
 */
export async function makeDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EEXIST") return;
    if (code !== "ENOENT" || dirname(directory) === directory) throw error;
    await makeDirectory(dirname(directory));
    await mkdir(directory, { mode: 0o700 });
  }
}
