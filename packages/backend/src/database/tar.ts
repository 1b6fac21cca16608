import { mkdirSync, writeFileSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";

/** What an archive holds under a path: a file with its content, or a folder, which has none. */
export interface Entry {
  readonly path: string;
  readonly content: Uint8Array | undefined;
}

const block = 512;

/**
 * The files and folders in a tar archive (POSIX.1-2017, pax, "ustar Interchange Format"), of names
 * that fit into its header.
 *
 * @throws {Error} when the archive is cut off
 */
export function entriesIn(archive: Buffer): Entry[] {
  const entries: Entry[] = [];
  let at = 0;
  while (at + block <= archive.length && archive[at] !== 0) {
    const field = (from: number, length: number) =>
      archive.toString("latin1", at + from, at + from + length).replace(/\0.*$/s, "");
    const size = Number.parseInt(field(124, 12), 8);
    const kind = field(156, 1);
    const path = [field(345, 155), field(0, 100)].filter(Boolean).join("/");
    const start = at + block;
    if (kind === "5") entries.push({ path, content: undefined });
    else if (/^[0\0]?$/.test(kind)) {
      entries.push({ path, content: archive.subarray(start, start + size) });
    }
    at = start + Math.ceil(size / block) * block;
  }
  // What follows the last entry is a block of zeros.
  if (at + block > archive.length) throw new Error("The archive is cut off.");
  return entries;
}

/**
 * Makes a folder of what an archive holds, all of it or none: one who is killed meanwhile leaves nothing
 * behind under its name. Nobody else may be making the same one.
 */
export async function unpack(archive: Buffer, directory: string): Promise<void> {
  const unfinished = `${directory}.unfinished`;
  try {
    await rm(unfinished, { recursive: true, force: true });
    // A thousand small files, in a tenth of the time that they take when each is waited for.
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
