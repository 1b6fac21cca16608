import { constants } from "node:fs";
import { access, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { makeDirectory } from "../private-directory.ts";
import { BackupError, wrapFileError } from "./backup-error.ts";
import { type BackupSummary, verifyArchive } from "./verify.ts";

/**
 * Starts a backup and returns the chunks of its archive. The caller must either read all of them or call `return` on
 * the generator.
 */
export type StartArchive = () => Promise<AsyncGenerator<Uint8Array>>;

export interface ArchiveOptions {
  /** Whether to open the written archive to verify it. */
  readonly verifies: boolean;
  /** Whether to overwrite an existing file. */
  readonly replaces: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** The suffix of an incomplete backup. */
export const unfinishedSuffix = ".unfinished";

/**
 * Writes an archive that only this user can read. The file receives its final name when it is complete, flushed and
 * verified.
 *
 * @returns a summary of its contents, if it was verified
 * @throws {BackupError}
 */
export async function writeArchive(
  target: string,
  startArchive: StartArchive,
  { verifies, replaces, signal }: ArchiveOptions,
): Promise<BackupSummary | undefined> {
  const temporaryFile = `${target}${unfinishedSuffix}`;
  if (!replaces) await refuseExisting(target);
  const chunks = await startArchive();
  try {
    await makeDirectory(dirname(target));
    // A killed process may have left this file, and other users may be able to read it, so create a new one.
    await rm(temporaryFile, { force: true });
    const file = await open(temporaryFile, "wx", 0o600);
    // Compression level 1 takes a third of the default level's time, for an archive that is a sixth larger.
    const gzip = createGzip({ level: 1 });
    await pipeline(chunks, gzip, file.createWriteStream({ flush: true }), { signal });
    const summary = verifies ? await verifyArchive(temporaryFile) : undefined;
    signal?.throwIfAborted();
    if (!replaces) await refuseExisting(target);
    await rename(temporaryFile, target);
    await flushDirectory(dirname(target));
    return summary;
  } catch (error) {
    await rm(temporaryFile, { force: true }).catch(() => {});
    signal?.throwIfAborted();
    throw wrapFileError(target, "written", error);
  } finally {
    await chunks.return(undefined);
  }
}

async function refuseExisting(target: string): Promise<void> {
  const alreadyExists = await access(target, constants.F_OK).then(
    () => true,
    () => false,
  );
  if (alreadyExists) {
    throw new BackupError(`${target} already exists. Choose another name, or use --replace.`);
  }
}

/** Flushes a directory, so that a new name in it survives a crash. */
async function flushDirectory(directory: string): Promise<void> {
  // Windows cannot open directories, and does not need the flush.
  if (process.platform === "win32") return;
  const handle = await open(directory);
  await handle.sync();
  await handle.close();
}
