import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Creates a directory and its parents, readable by this user only. It may exist already, or be created by another
 * process at the same time. Node's `recursive` option never returns if the system reports an existing parent as
 * missing, as it does below /proc.
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
 * Creates a directory for data and secrets, with a `.gitignore` that ignores its whole content. An existing
 * `.gitignore` is not changed.
 */
export async function makeDataDirectory(directory: string): Promise<void> {
  await makeDirectory(directory);
  // With `--data .` the directory is the project itself.
  if ([".git", "supabase"].some((name) => existsSync(join(directory, name)))) return;
  // If this fails, the caller's next write reports the reason better.
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

/** The folder in a data directory that has the old database, and the old files, while a backup is restored. */
export const replacedFolder = "replaced";
