import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Creates a directory and its parents, which only this user can read. The directory may already exist, or be created by
 * another process at the same time. Node's `recursive` option is not used, because it never returns if the system
 * reports an existing parent as missing, as it does below /proc.
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
 * Creates a directory for data and secrets, with a `.gitignore` that ignores its complete content. Does not change an
 * existing `.gitignore`.
 */
export async function makeDataDirectory(directory: string): Promise<void> {
  await makeDirectory(directory);
  // With `--data .`, the directory is the project itself, which must not be ignored.
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
