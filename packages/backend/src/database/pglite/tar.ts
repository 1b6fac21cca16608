import { mkdirSync, writeFileSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join, posix } from "node:path";
import { unpackTar } from "modern-tar";

/** An entry of an archive: a file with its content, or a folder without one. */
export interface ArchiveEntry {
  readonly path: string;
  readonly content: Uint8Array | undefined;
}

/**
 * Returns the files and folders of an archive.
 *
 * @throws {Error} if the archive is truncated, or contains entries of other kinds
 */
export async function readEntries(archive: Uint8Array): Promise<ArchiveEntry[]> {
  const entries = await unpackTar(archive, { strict: true });
  return entries.map(({ header: { name, type }, data }) => parseEntry(name, type, data));
}

function parseEntry(
  path: string,
  type: string | undefined,
  content: Uint8Array | undefined,
): ArchiveEntry {
  const isSafe = (type === "file" || type === "directory") && !path.split("/").includes("..");
  if (!isSafe) throw new Error(`The archive contains ${path}, a ${type}.`);
  return { path, content };
}

/**
 * Returns the files and folders of an archive, and replaces each link to a file in the same folder with a copy of that
 * file. The PostGIS archive contains such links.
 *
 * @throws {Error} as {@link readEntries} does
 */
export async function readEntriesWithCopies(archive: Uint8Array): Promise<ArchiveEntry[]> {
  const entries = await unpackTar(archive, { strict: true });
  const files = new Map(entries.map(({ header, data }) => [header.name, data]));
  return entries.map(({ header: { name, type, linkname = "" }, data }) => {
    if (type !== "symlink") return parseEntry(name, type, data);
    const content = files.get(posix.join(posix.dirname(name), linkname));
    const isSibling = !linkname.includes("/") && content !== undefined;
    return parseEntry(name, isSibling ? "file" : type, content);
  });
}

/** Returns whether the archive is complete. */
export function isCompleteArchive(archive: Uint8Array): Promise<boolean> {
  return unpackTar(archive, { strict: true, filter: () => false }).then(
    () => true,
    () => false,
  );
}

/**
 * Unpacks an archive into a folder atomically, so that a killed process leaves nothing under the folder's name. No
 * other process may unpack into the same folder at the same time.
 */
export async function unpack(archive: Uint8Array, directory: string): Promise<void> {
  const temporaryDirectory = `${directory}.unfinished`;
  try {
    await rm(temporaryDirectory, { recursive: true, force: true });
    // Synchronous calls are ten times as fast for a thousand small files.
    mkdirSync(temporaryDirectory, { mode: 0o700 });
    for (const { path, content } of await readEntries(archive)) {
      const target = join(temporaryDirectory, path);
      if (content === undefined) mkdirSync(target, { mode: 0o700 });
      else writeFileSync(target, content, { mode: 0o600 });
    }
    await rename(temporaryDirectory, directory);
  } catch (error) {
    await rm(temporaryDirectory, { recursive: true, force: true });
    throw error;
  }
}
