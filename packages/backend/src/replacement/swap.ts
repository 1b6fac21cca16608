import { existsSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DirectoryInUse, lockDirectory } from "../database/pglite/directory-lock.ts";
import { makeDirectory, replacedFolder } from "../private-directory.ts";
import { UsageError } from "../usage-error.ts";

/**
 * The parts of a data directory that are replaced. The database is last, because its absence shows that a swap is
 * incomplete.
 */
const partNames = ["branch.json", "files", "database"] as const;

/** The folders, relative to a data directory, that provide the new content and receive the old content. */
export interface Replacement {
  /** The folder that contains the new database. */
  readonly from: string;
  /** The folder that receives the old database, or undefined if the old database is deleted. */
  readonly to: string | undefined;
}

/** Replaces the database with the content of {@link nextFolder}, and deletes the old one. */
export const plainReplacement: Replacement = { from: "next", to: undefined };

/**
 * Validates the folders that a command has requested for a replacement.
 *
 * @returns undefined if a folder does not belong to a branch
 */
export function replacementOf(from: string | null, to: string | null): Replacement | undefined {
  if (from === null && to === null) return plainReplacement;
  const areBranches = [from, to].every((path) => path && /^branches\/[\w%-][\w.%-]*$/.test(path));
  return areBranches && from && to && from !== to ? { from, to } : undefined;
}

/** Returns the folder inside the data directory where a command prepares the new database. */
export const nextFolder = (directory: string): string => join(directory, plainReplacement.from);

/**
 * Prevents other commands from replacing the database of a directory, until the lock is released or this process ends.
 * A server may have the directory open.
 *
 * @returns a function that releases the lock
 * @throws {UsageError} if another command holds the lock
 */
export async function lockReplacement(directory: string): Promise<() => Promise<void>> {
  try {
    return await lockDirectory(join(directory, "replacing"));
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error;
    throw new UsageError(
      `Another command is replacing the database in ${directory}. Try again when it has ended.`,
    );
  }
}

/**
 * Calls `work` with an empty {@link nextFolder}, which is removed afterwards. Removes the folder of an interrupted command
 * first.
 *
 * @throws {UsageError} if another command is replacing the database
 */
export async function withNextFolder<T>(
  directory: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const unlock = await lockReplacement(directory);
  const folder = nextFolder(directory);
  try {
    await rm(folder, { recursive: true, force: true });
    await makeDirectory(folder);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await unlock();
  }
}

/** Returns whether a replacement is prepared. */
export const isReplacementPrepared = (
  directory: string,
  { from }: Replacement = plainReplacement,
): boolean => existsSync(join(directory, from, "database"));

/** A completed swap of the old content with the new one. */
export interface Swap {
  /** Deletes the old content, unless the replacement has a folder for it. */
  keep(): Promise<void>;
  /** Moves the new content back into its folder, and the old content back into the data directory. */
  undo(): Promise<void>;
}

/**
 * Throws if a restore was killed after it had moved the old database out, and before it moved the new one in. A server
 * would then start with an empty database, and the files may belong to either project.
 *
 * @throws {UsageError}
 */
function refuseInterruptedRestore(directory: string): void {
  if (existsSync(join(directory, "database"))) return;
  const old = join(directory, replacedFolder);
  if (!existsSync(join(old, "database"))) return;
  throw new UsageError(
    `A portico restore into ${directory} was interrupted. Run it again with --replace. The old database is in ${old}.`,
  );
}

/** The folder for an old database that is deleted afterwards. */
const previousFolder = "previous";

/** Returns the path of the file that records a swap, so that the next process can undo the swap of a killed one. */
const journalPath = (directory: string) => join(directory, "swap.json");

/**
 * Replaces the database and its files with the content of a folder. Parts that the folder does not have are not
 * replaced. The caller must hold the directory's lock.
 */
export async function swapIn(
  directory: string,
  { from, to = previousFolder }: Replacement = plainReplacement,
): Promise<Swap> {
  const [next, old, journal] = [join(directory, from), join(directory, to), journalPath(directory)];
  await rm(old, { recursive: true, force: true });
  await makeDirectory(old);
  await writeFile(journal, JSON.stringify({ from, to }), { mode: 0o600 });
  const replacedParts = partNames.filter((name) => existsSync(join(next, name)));
  // Move the database out first and in last, so that its absence shows that a process was killed in between.
  await moveAll([...replacedParts].reverse(), directory, old);
  await moveAll(replacedParts, next, directory);
  return {
    keep: async () => {
      await rm(journal, { force: true });
      await rm(next, { recursive: true, force: true });
      if (to === previousFolder) await rm(old, { recursive: true, force: true });
    },
    undo: async () => {
      await moveAll([...replacedParts].reverse(), directory, next);
      await moveAll(replacedParts, old, directory);
      await rm(journal, { force: true });
      await rm(old, { recursive: true, force: true });
    },
  };
}

/**
 * Locks the directory, and restores the content that a process moved before it was killed in {@link swapIn}.
 *
 * @throws {DirectoryInUse} if another process is swapping
 */
export async function recoverSwap(directory: string): Promise<void> {
  if (!(await findInterruptedSwap(directory))) return refuseInterruptedRestore(directory);
  const unlock = await lockDirectory(directory);
  try {
    await recoverLockedSwap(directory);
  } finally {
    await unlock();
  }
}

/** Like {@link recoverSwap}, for a caller that has already locked the directory. */
export async function recoverLockedSwap(directory: string): Promise<void> {
  const swap = await findInterruptedSwap(directory);
  if (!swap) return refuseInterruptedRestore(directory);
  const { next, old } = swap;
  const movedParts = partNames.filter((name) => existsSync(join(old, name)));
  await makeDirectory(next);
  await moveAll(movedParts, directory, next);
  await moveAll(movedParts, old, directory);
  await rm(journalPath(directory), { force: true });
}

/** Returns the folders of a swap that has moved the old database out, but not the new one in. */
async function findInterruptedSwap(directory: string) {
  if (existsSync(join(directory, "database"))) return undefined;
  const { from, to } = await readJournal(directory);
  const [next, old] = [join(directory, from), join(directory, to)];
  return existsSync(join(old, "database")) ? { next, old } : undefined;
}

async function moveAll(names: readonly string[], from: string, to: string): Promise<void> {
  for (const name of names) {
    if (existsSync(join(from, name))) await rename(join(from, name), join(to, name));
  }
}

async function readJournal(directory: string): Promise<{ from: string; to: string }> {
  const defaultFolders = { from: plainReplacement.from, to: previousFolder };
  const text = await readFile(journalPath(directory), "utf8").catch(() => undefined);
  if (text === undefined) return defaultFolders;
  try {
    const { from, to } = JSON.parse(text);
    // The project may come from a stranger, so do not accept arbitrary folders from the file.
    return to === previousFolder
      ? defaultFolders
      : ((replacementOf(from, to) as typeof defaultFolders | undefined) ?? defaultFolders);
  } catch {
    // The process was killed before it moved anything.
    return defaultFolders;
  }
}
