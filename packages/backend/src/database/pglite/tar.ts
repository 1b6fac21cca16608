import { mkdirSync, writeFileSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";

/** An entry of an archive: a file with its content, or a folder without one. */
export interface Entry {
  readonly path: string;
  readonly content: Uint8Array | undefined;
}

const blockBytes = 512;

/**
 * Returns the files and folders of a tar archive (POSIX.1-2017, pax, "ustar Interchange Format"). Names must
 * fit into the header.
 *
 * @throws {Error} if the archive is cut off
 */
export function entriesIn(archive: Buffer): Entry[] {
  const entries: Entry[] = [];
  let at = 0;
  while (at + blockBytes <= archive.length && archive[at] !== 0) {
    const field = (from: number, length: number) =>
      archive.toString("latin1", at + from, at + from + length).replace(/\0.*$/s, "");
    const size = Number.parseInt(field(124, 12), 8);
    const kind = field(156, 1);
    const path = [field(345, 155), field(0, 100)].filter(Boolean).join("/");
    const start = at + blockBytes;
    if (kind === "5") entries.push({ path, content: undefined });
    else if (/^[0\0]?$/.test(kind)) {
      entries.push({ path, content: archive.subarray(start, start + size) });
    }
    at = start + Math.ceil(size / blockBytes) * blockBytes;
  }
  // A block of zeros follows the last entry.
  if (at + blockBytes > archive.length) throw new Error("The archive is cut off.");
  return entries;
}

/**
 * Unpacks an archive into a folder atomically: a killed process leaves nothing under the folder's name. No
 * other process may unpack to the same folder at the same time.
 */
export async function unpack(archive: Buffer, directory: string): Promise<void> {
  const unfinished = `${directory}.unfinished`;
  try {
    await rm(unfinished, { recursive: true, force: true });
    // Synchronous calls are ten times as fast for a thousand small files.
    mkdirSync(unfinished, { mode: 0o700 });
    for (const { path, content } of entriesIn(archive)) {
      const target = join(unfinished, path);
      if (content === undefined) mkdirSync(target, { mode: 0o700 });
      else writeFileSync(target, content, { mode: 0o600 });
    }
    await rename(unfinished, directory);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}
