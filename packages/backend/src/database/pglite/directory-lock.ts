import { join } from "node:path";
import { makeDataDirectory } from "../../private-directory.ts";
import { type DatabaseSync, loadSqlite } from "./sqlite.ts";

/**
 * The data directory belongs to another process.
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

/** The data directory cannot be created or written.
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

/**
 * Locks a directory for this process until the returned function is called or the process ends.
 *
 * PGlite does not notice a second process on its files, and the two would corrupt them. The lock is one that
 * SQLite (part of Node) takes from the operating system, which releases it however the process ends. A file
 * with a process id would be left behind by `kill -9`.
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  let database: DatabaseSync;
  try {
    await makeDataDirectory(directory);
    const sqlite = loadSqlite();
    database = new sqlite.DatabaseSync(join(directory, "lock"));
    database.exec("pragma journal_mode = off; pragma locking_mode = exclusive");
  } catch (error) {
    throw refused(error, directory);
  }
  try {
    database.exec("begin exclusive");
  } catch (error) {
    database.close();
    throw refused(error, directory);
  }
  return async () => database.close();
}

function refused(error: unknown, directory: string): unknown {
  if (!(error instanceof Error)) return error;
  return /locked|busy/i.test(error.message)
    ? new DirectoryInUse(`${directory} is in use by another process.`, { cause: error })
    : new DirectoryNotWritable(`${directory} cannot be written: ${error.message}.`, {
        cause: error,
      });
}
