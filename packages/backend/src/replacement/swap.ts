import { existsSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DirectoryInUse, lockDirectory } from "../database/pglite/directory-lock.ts";
import { makeDirectory, replacedFolder } from "../private-directory.ts";
import { UsageError } from "../usage-error.ts";

/**
 * The parts of a data directory that belong to the project. The database comes last, because no server starts without
 * it.
 */
const contents = ["branch.json", "files", "database"] as const;

/** The folders of a data directory whose content is exchanged with the directory's own. */
export interface Replacement {
  /** The folder with the new database. */
  readonly from: string;
  /** The folder that receives the old database. Undefined if the old database is deleted. */
  readonly to: string | undefined;
}

/** Replaces the database with the content of {@link nextFolder}, and deletes the old one. */
export const plainReplacement: Replacement = { from: "next", to: undefined };

/**
 * Returns the replacement that a command has requested.
 *
 * @returns undefined for a folder that does not belong to a branch
 */
export function replacementOf(from: string | null, to: string | null): Replacement | undefined {
  if (from === null && to === null) return plainReplacement;
  const areBranches = [from, to].every((path) => path && /^branches\/[\w%-][\w.%-]*$/.test(path));
  return areBranches && from && to && from !== to ? { from, to } : undefined;
}

/** Returns the folder inside the data directory in which a command prepares the new database. */
export const nextFolder = (directory: string): string => join(directory, plainReplacement.from);

/**
 * Keeps other commands from replacing the database of a directory, from the preparation to the end. The lock ends
 * with the process. A server may have the directory open.
 *
 * @returns a function that ends it
 * @throws {UsageError} if another command has it
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
 * Calls `work` with an empty {@link nextFolder}, which is removed afterwards. One that an interrupted command has left is
 * removed first.
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

/** Returns whether a prepared replacement is waiting. */
export const isReplacementPrepared = (
  directory: string,
  { from }: Replacement = plainReplacement,
): boolean => existsSync(join(directory, from, "database"));

/** A replacement that has been put in place. */
export interface Swap {
  /** Deletes the old content, unless the replacement has a folder for it. */
  keep(): Promise<void>;
  /** Moves the old content back into place, and the replacement back into its folder. */
  undo(): Promise<void>;
}

/**
 * Throws if a restore was killed between the old database and the new one. A server would start with an empty database,
 * and the files may belong to either.
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

/** The folder that receives the old database if it is deleted afterwards. */
const previous = "previous";

/** The file that records the folders of a swap, so that the next process can finish the swap of a killed one. */
const journalOf = (directory: string) => join(directory, "swap.json");

/**
 * Moves the content of a folder into the place of the database and its files. The caller must hold the directory's
 * lock. Parts that are missing in the replacement stay.
 */
export async function swapIn(
  directory: string,
  { from, to = previous }: Replacement = plainReplacement,
): Promise<Swap> {
  const [next, old, journal] = [join(directory, from), join(directory, to), journalOf(directory)];
  await rm(old, { recursive: true, force: true });
  await makeDirectory(old);
  await writeFile(journal, JSON.stringify({ from, to }), { mode: 0o600 });
  const replaced = contents.filter((name) => existsSync(join(next, name)));
  // Move the database out first and in last, so that its absence reveals that a process was killed in between.
  await moveAll([...replaced].reverse(), directory, old);
  await moveAll(replaced, next, directory);
  return {
    keep: async () => {
      await rm(journal, { force: true });
      await rm(next, { recursive: true, force: true });
      if (to === previous) await rm(old, { recursive: true, force: true });
    },
    undo: async () => {
      await moveAll([...replaced].reverse(), directory, next);
      await moveAll(replaced, old, directory);
      await rm(journal, { force: true });
      await rm(old, { recursive: true, force: true });
    },
  };
}

/**
 * Locks the directory, and moves back what a process that was killed in {@link swapIn} had moved out.
 *
 * @throws {DirectoryInUse} when another process is swapping at the moment
 */
export async function recoverSwap(directory: string): Promise<void> {
  if (!(await interruptedSwap(directory))) return refuseInterruptedRestore(directory);
  const unlock = await lockDirectory(directory);
  try {
    await recoverLockedSwap(directory);
  } finally {
    await unlock();
  }
}

/** Like {@link recoverSwap}, for a caller that has already locked the directory. */
export async function recoverLockedSwap(directory: string): Promise<void> {
  const swap = await interruptedSwap(directory);
  if (!swap) return refuseInterruptedRestore(directory);
  const { next, old } = swap;
  const moved = contents.filter((name) => existsSync(join(old, name)));
  await makeDirectory(next);
  await moveAll(moved, directory, next);
  await moveAll(moved, old, directory);
  await rm(journalOf(directory), { force: true });
}

/** Returns the folders of a swap that has moved the old database out, but not the new one in. */
async function interruptedSwap(directory: string) {
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
  const plainFolders = { from: plainReplacement.from, to: previous };
  const text = await readFile(journalOf(directory), "utf8").catch(() => undefined);
  if (text === undefined) return plainFolders;
  try {
    const { from, to } = JSON.parse(text);
    // The data directory may belong to a stranger's project, so it must not be able to name arbitrary folders.
    return to === previous
      ? plainFolders
      : ((replacementOf(from, to) as typeof plainFolders | undefined) ?? plainFolders);
  } catch {
    // The process was killed before it moved anything.
    return plainFolders;
  }
}
