import { constants } from "node:fs";
import { access, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { makeDirectory } from "../private-directory.ts";
import { BackupError, refusal } from "./backup-error.ts";
import { type Checked, checkArchive } from "./check.ts";

/** Begins an archive, and returns its pieces, all of which are read or the generator is returned. */
export type BeginArchive = () => Promise<AsyncGenerator<Buffer>>;

export interface WritingOptions {
  /** False to take the archive as it is written, without opening it. */
  readonly verifies: boolean;
  /** True to take the place of a file that is there. */
  readonly replaces: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** The ending of a backup that is not whole yet. */
export const unfinished = ".unfinished";

/**
 * Writes an archive for this user alone. It is whole, on the disk and verified when it gets its name.
 *
 * @returns what is in it, where it was verified
 * @throws {BackupError}
 */
export async function writeArchive(
  target: string,
  begin: BeginArchive,
  { verifies, replaces, signal }: WritingOptions,
): Promise<Checked | undefined> {
  const aside = `${target}${unfinished}`;
  if (!replaces) await refuseExisting(target);
  const pieces = await begin();
  try {
    await makeDirectory(dirname(target));
    // One that a killed process has left may be readable to others.
    await rm(aside, { force: true });
    const file = await open(aside, "wx", 0o600);
    // Its first level takes a third of the time of the default, for a sixth more of the size.
    const gzip = createGzip({ level: 1 });
    await pipeline(pieces, gzip, file.createWriteStream({ flush: true }), { signal });
    const checked = verifies ? await checkArchive(aside) : undefined;
    signal?.throwIfAborted();
    if (!replaces) await refuseExisting(target);
    await rename(aside, target);
    await flushDirectory(dirname(target));
    return checked;
  } catch (error) {
    await rm(aside, { force: true }).catch(() => {});
    signal?.throwIfAborted();
    throw refusal(target, "written", error);
  } finally {
    await pieces.return(undefined);
  }
}

async function refuseExisting(target: string): Promise<void> {
  const isThere = await access(target, constants.F_OK).then(
    () => true,
    () => false,
  );
  if (isThere) {
    throw new BackupError(`${target} is there already. Choose another name, or --replace it.`);
  }
}

/** A new name is on the disk when its directory is. */
async function flushDirectory(directory: string): Promise<void> {
  // Windows opens no directory, and needs no flush.
  if (process.platform === "win32") return;
  const handle = await open(directory);
  await handle.sync();
  await handle.close();
}
