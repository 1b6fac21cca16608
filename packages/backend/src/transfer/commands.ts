import { open, readFile } from "node:fs/promises";
import { type DatabaseLocation, openDatabaseAt } from "../database/location.ts";
import { DirectoryInUse } from "../database/pglite/directory-lock.ts";
import { hasDatabase } from "../database/pglite/pglite.ts";
import type { Database } from "../database/port.ts";
import { prepareDatabase } from "../database/system.ts";
import { exportProject } from "./export.ts";
import { importProject } from "./import.ts";
import { TransferError } from "./transfer-error.ts";

/**
 * Writes a project to a file that only this user can read. Returns the script instead if the file is `-`.
 *
 * @throws {TransferError} for example if the file already exists
 */
export async function exportTo(
  location: DatabaseLocation,
  file: string,
): Promise<string | undefined> {
  if ("directory" in location && !hasDatabase(location.directory)) {
    throw new TransferError(
      `There is no database in ${location.directory}: start the project once.`,
    );
  }
  const database = await openUnusedDatabase(location);
  try {
    const script = await exportProject(database, "url" in location ? location.url : undefined);
    if (file === "-") return script;
    await writePrivate(file, script);
    return undefined;
  } finally {
    await database.close();
  }
}

/**
 * Imports a project from files one after the other, or from the database at a URL.
 *
 * @returns messages about what could not be imported
 * @throws {TransferError}
 */
export async function importFrom(
  sources: readonly string[],
  location: DatabaseLocation,
): Promise<string[]> {
  const scripts: string[] = [];
  for (const source of sources) scripts.push(await readScript(source));
  const script = scripts.join("\n");
  const database = await openUnusedDatabase(location);
  try {
    await prepareDatabase(database);
    return await importProject(database, script);
  } finally {
    await database.close();
  }
}

async function readScript(source: string): Promise<string> {
  if (/^postgres(ql)?:\/\//.test(source)) {
    const database = await openDatabaseAt({ url: source });
    try {
      return await exportProject(database, source);
    } finally {
      await database.close();
    }
  }
  try {
    return await readFile(source, "utf8");
  } catch (error) {
    throw new TransferError(`${source} cannot be read: ${(error as Error).message}.`);
  }
}

function openUnusedDatabase(location: DatabaseLocation): Promise<Database> {
  return openDatabaseAt(location).catch((error: unknown) => {
    if (!(error instanceof DirectoryInUse && "directory" in location)) throw error;
    throw new TransferError(`${location.directory} is in use: stop portico start first.`);
  });
}

async function writePrivate(file: string, text: string): Promise<void> {
  try {
    const handle = await open(file, "wx", 0o600);
    await handle.writeFile(text);
    await handle.sync();
    await handle.close();
  } catch (error) {
    const alreadyExists = error instanceof Error && "code" in error && error.code === "EEXIST";
    if (!alreadyExists)
      throw new TransferError(`${file} cannot be written: ${(error as Error).message}.`);
    throw new TransferError(`${file} already exists. Choose another name: --output FILE`);
  }
}
