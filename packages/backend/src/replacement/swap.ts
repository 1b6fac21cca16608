import { existsSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DirectoryInUse, lockDirectory } from "../database/pglite/directory-lock.ts";
import { makeDirectory } from "../private-directory.ts";
import { UsageError } from "../usage-error.ts";

/** What a data directory has of the project. The database comes last: without it, no server starts. */
const contents = ["branch.json", "files", "database"] as const;

/** Which folders of a data directory exchange their content with the directory itself. */
export interface Replacement {
  /** The folder with the new database. */
  readonly from: string;
  /** The folder that receives the old one; undefined if it is deleted. */
  readonly to: string | undefined;
}

/** The content of {@link nextFolder} replaces the database for good. */
export const plainReplacement: Replacement = { from: "next", to: undefined };

/**
 * Returns the replacement that a command asks for.
 *
 * @returns undefined for a folder that does not belong to a branch
 */
export function replacementOf(from: string | null, to: string | null): Replacement | undefined {
  if (from === null && to === null) return plainReplacement;
  const areBranches = [from, to].every((path) => path && /^branches\/[\w%-][\w.%-]*$/.test(path));
  return areBranches && from && to && from !== to ? { from, to } : undefined;
}

/** Returns the folder in which a command prepares what replaces the database. It is inside the data directory. */
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

/** Returns whether a replacement waits to be put in place. */
export const isReplacementPrepared = (
  directory: string,
  { from }: Replacement = plainReplacement,
): boolean => existsSync(join(directory, from, "database"));

/** A replacement that is in place. */
export interface Swap {
  /** Removes what was replaced, unless the replacement has a folder for it. */
  keep(): Promise<void>;
  /** Puts what was replaced back, and the replacement where it was. */
  undo(): Promise<void>;
}

/** The folder that receives the old database, if it is deleted afterwards. */
const previous = "previous";

/** Records the folders of a swap, so that the next process can finish what a killed one began. */
const journalOf = (directory: string) => join(directory, "swap.json");

/**
 * Puts the content of a folder in the place of the database and the files beside it. The caller holds the
 * directory's lock. What the replacement lacks stays.
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
  // Move the database away first and in last, so that a kill in between is noticed by its absence.
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
 * Puts back what a process that was killed in {@link swapIn} had moved away, under the directory's lock.
 *
 * @throws {DirectoryInUse} when another process is exchanging the database now
 */
export async function recoverSwap(directory: string): Promise<void> {
  if (!(await interruptedSwap(directory))) return;
  const unlock = await lockDirectory(directory);
  try {
    await recoverLockedSwap(directory);
  } finally {
    await unlock();
  }
}

/** Like {@link recoverSwap}, for a caller that has locked the directory. */
export async function recoverLockedSwap(directory: string): Promise<void> {
  const swap = await interruptedSwap(directory);
  if (!swap) return;
  const { next, old } = swap;
  const moved = contents.filter((name) => existsSync(join(old, name)));
  await makeDirectory(next);
  await moveAll(moved, directory, next);
  await moveAll(moved, old, directory);
  await rm(journalOf(directory), { force: true });
}

/** Returns the folders of a swap that has moved the database away, and no other to its place. */
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
  const usual = { from: plainReplacement.from, to: previous };
  const text = await readFile(journalOf(directory), "utf8").catch(() => undefined);
  if (text === undefined) return usual;
  try {
    const { from, to } = JSON.parse(text);
    // A data directory may come with a stranger's project, and must not move another one's database.
    return to === previous
      ? usual
      : ((replacementOf(from, to) as typeof usual | undefined) ?? usual);
  } catch {
    // The process was killed before it moved anything.
    return usual;
  }
}
