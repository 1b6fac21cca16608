import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { lstat, mkdir, open, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { UsageError } from "./usage-error.ts";

/**
 * Creates a directory and its parents, which only this user can read. The directory may already exist, or be created by
 * another process at the same time. Node's `recursive` option is not used, because it never returns if the system
 * reports an existing parent as missing, as it does below /proc.
 */
export async function makeDirectory(directory: string): Promise<void> {
  try {
    await makeOne(directory);
  } catch (error) {
    if (codeOf(error) !== "ENOENT" || dirname(directory) === directory) throw error;
    await makeDirectory(dirname(directory));
    await makeOne(directory);
  }
}

/**
 * Creates a directory for data and secrets, with a `.gitignore` that ignores everything in it. Does not change an
 * existing `.gitignore`.
 *
 * @throws {UsageError} if it is a project's default directory, and contains a symbolic link
 */
export async function makeDataDirectory(directory: string): Promise<void> {
  await refuseLinks(directory);
  await makeDirectory(directory);
  // With `--data .`, the directory is the project itself, and git must not ignore that.
  if ([".git", "supabase"].some((name) => existsSync(join(directory, name)))) return;
  // Ignore errors in the following steps, because the caller's next write fails with a better message.
  const isNew = (await readdir(directory).catch(() => [""])).length === 0;
  if (isNew && basename(directory) === defaultName) await markOriginal(directory).catch(() => {});
  await writeFile(join(directory, ".gitignore"), "*\n", { flag: "wx", mode: 0o600 }).catch(
    () => {},
  );
}

/** The name of the data directory in a project folder, unless `--data` names another directory. */
export const defaultName = ".portico";

/** A file that contains its own inode number, which a copy does not have. */
const originFile = "origin";

/** Records that a data directory was created here. */
export async function markOriginal(directory: string): Promise<void> {
  const temporary = join(directory, `${originFile}.${randomUUID()}`);
  const file = await open(temporary, "wx", 0o600);
  try {
    const { ino } = await file.stat({ bigint: true });
    await file.writeFile(String(ino));
  } finally {
    await file.close();
  }
  await rename(temporary, join(directory, originFile));
}

/** Returns whether a data directory was created here, and not copied or unpacked. */
export async function isOriginal(directory: string): Promise<boolean> {
  const path = join(directory, originFile);
  const content = await readFile(path, "utf8").catch(() => undefined);
  const stats = await stat(path, { bigint: true }).catch(() => undefined);
  return stats !== undefined && content === String(stats.ino);
}

/** The directories in which this process has already looked for links. A start checks them several times. */
const directoriesWithoutLinks = new Set<string>();

/**
 * Refuses symbolic links in a project's default directory, because the project may come from a stranger, and data would
 * be written through the links to other files of the machine. A directory that `--data` names may be a link.
 */
async function refuseLinks(directory: string): Promise<void> {
  if (basename(directory) !== defaultName || directoriesWithoutLinks.has(directory)) return;
  const link = (await isLink(directory)) ? directory : await linkIn(directory);
  if (link === undefined) {
    directoriesWithoutLinks.add(directory);
    return;
  }
  throw new UsageError(
    `${link} is a link, which could lead data out of the project. Remove it, or choose the directory with --data.`,
  );
}

const isLink = (path: string) =>
  lstat(path).then(
    (entry) => entry.isSymbolicLink(),
    () => false,
  );

/** Returns a link in a folder or below. Stored files have random names, so a stranger cannot prepare a link in their place. */
async function linkIn(folder: string): Promise<string | undefined> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) return path;
    if (!entry.isDirectory() || basename(folder) === "files") continue;
    const link = await linkIn(path);
    if (link !== undefined) return link;
  }
  return undefined;
}

/** Replaces a file atomically with one that only this user can read. Does not follow links. */
export async function replaceFile(path: string, content: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}`;
  await writeFile(temporary, content, { flag: "wx", mode: 0o600 });
  await rename(temporary, path);
}

const makeOne = (directory: string) =>
  mkdir(directory, { mode: 0o700 }).catch((error: unknown) => {
    if (codeOf(error) !== "EEXIST") throw error;
  });

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error ? error.code : undefined;

/** The folder in a data directory that contains the old database and files while a backup is restored. */
export const replacedFolder = "replaced";
