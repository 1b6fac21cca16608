import { existsSync } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { makeDirectory } from "../private-directory.ts";

/** The folders of a data directory that hold the project. The database comes last: without it, no server starts. */
const contents = ["files", "database"] as const;

/** Returns the folder in which a command prepares what replaces the database. It is inside the data directory. */
export const nextFolder = (directory: string): string => join(directory, "next");

const previousFolder = (directory: string) => join(directory, "previous");

/** Creates an empty {@link nextFolder}, and removes one that an interrupted command has left. */
export async function makeNextFolder(directory: string): Promise<string> {
  const folder = nextFolder(directory);
  await rm(folder, { recursive: true, force: true });
  await makeDirectory(folder);
  return folder;
}

/** Returns whether a replacement waits to be put in place. */
export const isReplacementPrepared = (directory: string): boolean =>
  existsSync(join(nextFolder(directory), "database"));

/** A replacement that is in place. */
export interface Swap {
  /** Removes what was replaced. */
  keep(): Promise<void>;
  /** Puts what was replaced back, and the replacement where it was. */
  undo(): Promise<void>;
}

/**
 * Puts the content of {@link nextFolder} in the place of the database and the files beside it. The caller holds the
 * directory's lock, or no process has it open. What the replacement lacks stays.
 */
export async function swapIn(directory: string): Promise<Swap> {
  const [next, previous] = [nextFolder(directory), previousFolder(directory)];
  await rm(previous, { recursive: true, force: true });
  await makeDirectory(previous);
  const replaced = contents.filter((name) => existsSync(join(next, name)));
  const moveAll = async (names: readonly string[], from: string, to: string) => {
    for (const name of names) {
      if (existsSync(join(from, name))) await rename(join(from, name), join(to, name));
    }
  };
  // Move the database away first and in last, so that a kill in between is noticed by its absence.
  await moveAll([...replaced].reverse(), directory, previous);
  await moveAll(replaced, next, directory);
  return {
    keep: async () => {
      for (const folder of [previous, next]) await rm(folder, { recursive: true, force: true });
    },
    undo: async () => {
      await moveAll([...replaced].reverse(), directory, next);
      await moveAll(replaced, previous, directory);
      await rm(previous, { recursive: true, force: true });
    },
  };
}

/** Puts back what a process that was killed in {@link swapIn} had moved away. */
export async function recoverSwap(directory: string): Promise<void> {
  const previous = previousFolder(directory);
  if (existsSync(join(directory, "database")) || !existsSync(join(previous, "database"))) return;
  for (const name of await readdir(previous)) {
    await rm(join(directory, name), { recursive: true, force: true });
    await rename(join(previous, name), join(directory, name));
  }
}
