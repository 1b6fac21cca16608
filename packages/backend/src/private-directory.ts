import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

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

/**
 * Makes a directory for data and secrets, and has git ignore all that is in it, by a `.gitignore` of its own. One that
 * is there already stays as it is.
 */
export async function makeDataDirectory(directory: string): Promise<void> {
  await makeDirectory(directory);
  // With `--data .` the directory is the project itself.
  if ([".git", "supabase"].some((name) => existsSync(join(directory, name)))) return;
  // The caller writes there next, and reports better why that cannot be done.
  await writeFile(join(directory, ".gitignore"), "*\n", { flag: "wx", mode: 0o600 }).catch(
    () => {},
  );
}

const make = (directory: string) =>
  mkdir(directory, { mode: 0o700 }).catch((error: unknown) => {
    if (codeOf(error) !== "EEXIST") throw error;
  });

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error ? error.code : undefined;
