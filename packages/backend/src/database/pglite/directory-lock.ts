import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { makeDataDirectory } from "../../private-directory.ts";
import { type DatabaseSync, loadSqlite } from "./sqlite.ts";

/**
 * Thrown if another process uses the data directory.
 *
 * @example
 * ```ts
 * import { DirectoryInUse } from "@portico/backend";
 * // Advice for somebody who starts a second server on the same data.
 * export const advice = (error: unknown) =>
 *   error instanceof DirectoryInUse ? "Stop the other server first." : undefined;
 * ```
 */
export class DirectoryInUse extends Error {
  override readonly name = "DirectoryInUse";
}

/**
 * Thrown if the data directory cannot be created or written.
 *
 * @example
 * ```ts
 * import { DirectoryNotWritable } from "@portico/backend";
 *
 * export const advice = (error: unknown) =>
 *   error instanceof DirectoryNotWritable ? "Choose a folder of your own." : undefined;
 * ```
 */
export class DirectoryNotWritable extends Error {
  override readonly name = "DirectoryNotWritable";
}

/** A lock that this process holds. */
interface Lock {
  readonly database: DatabaseSync;
  /** Whether something uses the directory, usually an open database. */
  isInUse: boolean;
  /** How many callers of {@link holdDirectory} keep the lock, whether the directory is in use or not. */
  holders: number;
}

/** The locks of this process by directory. */
const locks = new Map<string, Lock>();

/**
 * Locks a directory for this process until the returned function is called or the process ends.
 *
 * PGlite does not notice a second process on its files, and the two would corrupt them. The lock is one that
 * SQLite (part of Node) takes from the operating system, which releases it however the process ends. A file
 * with a process id would be left behind by `kill -9`.
 *
 * @throws {DirectoryInUse} {DirectoryNotWritable}
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const path = await ensureDirectory(directory);
  const existingLock = locks.get(path);
  if (existingLock?.isInUse) throw new DirectoryInUse(`${directory} is in use by another process.`);
  const lock = existingLock ?? acquireLock(path, directory);
  lock.isInUse = true;
  return async () => {
    lock.isInUse = false;
    releaseUnused(path, lock);
  };
}

/**
 * Keeps a directory locked while this process closes, replaces and reopens its database. {@link lockDirectory} still
 * works in this process, and other processes are refused throughout.
 *
 * @returns a function that ends the hold
 * @throws {DirectoryInUse} {DirectoryNotWritable}
 */
export async function holdDirectory(directory: string): Promise<() => void> {
  const path = await ensureDirectory(directory);
  const lock = locks.get(path) ?? acquireLock(path, directory);
  lock.holders++;
  return () => {
    lock.holders--;
    releaseUnused(path, lock);
  };
}

function releaseUnused(path: string, lock: Lock): void {
  if (lock.isInUse || lock.holders > 0 || locks.get(path) !== lock) return;
  locks.delete(path);
  lock.database.close();
}

async function ensureDirectory(directory: string): Promise<string> {
  try {
    await makeDataDirectory(directory);
    return await realpath(directory);
  } catch (error) {
    throw toLockError(error, directory);
  }
}

function acquireLock(path: string, directory: string): Lock {
  let database: DatabaseSync | undefined;
  try {
    const sqlite = loadSqlite();
    database = new sqlite.DatabaseSync(join(path, "lock"));
    database.exec("pragma journal_mode = off; pragma locking_mode = exclusive");
    database.exec("begin exclusive");
  } catch (error) {
    database?.close();
    throw toLockError(error, directory);
  }
  const lock = { database, isInUse: false, holders: 0 };
  locks.set(path, lock);
  return lock;
}

function toLockError(error: unknown, directory: string): unknown {
  if (!(error instanceof Error)) return error;
  return /locked|busy/i.test(error.message)
    ? new DirectoryInUse(`${directory} is in use by another process.`, { cause: error })
    : new DirectoryNotWritable(`${directory} cannot be written: ${error.message}.`, {
        cause: error,
      });
}
