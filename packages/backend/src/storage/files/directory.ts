import { createWriteStream } from "node:fs";
import { constants, copyFile, open, readdir, rename, rm, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { makeDirectory } from "../../private-directory.ts";
import { isUuid } from "../names.ts";
import { concatenate } from "./concatenation.ts";
import { convertFullDiskError, diskSpaceOf } from "./disk-space.ts";
import { ifMissing } from "./if-missing.ts";
import { hasWriterEnded, machine } from "./lock-file.ts";
import { createMeasure, measureStream } from "./measure.ts";
import { type FileStore, maxUploadMs } from "./port.ts";

/** The bytes of an upload that are buffered and then written with one system call. */
const maxBufferedBytes = 128 * 1024;

/**
 * Stores files in a directory. Content is written to a temporary file, flushed and renamed, so that a crash
 * leaves a complete file or none. The first two characters of the version name a subdirectory, because file
 * systems slow down with a million files in one directory.
 */
export async function openDirectory(directory: string): Promise<FileStore> {
  const incoming = join(directory, "incoming");
  await makeDirectory(directory);
  await makeDirectory(incoming);
  await removeAbandoned(incoming);
  const space = diskSpaceOf(directory);

  const pathOf = (version: string) => {
    // Check the version, because it comes from a table that projects can write to.
    return isUuid(version) ? join(directory, relativePathOf(version)) : undefined;
  };
  /** Renames a finished file to its final path. */
  const moveToFinalPath = async (temporaryPath: string, version: string) => {
    const path = pathOf(version) as string;
    if (await rename(temporaryPath, path).then(() => true, ifMissing)) return;
    await makeDirectory(dirname(path));
    await rename(temporaryPath, path);
  };

  const store: FileStore = {
    async write(version, content, limit) {
      const temporaryPath = join(incoming, temporaryName(version));
      const { stream, measure } = createMeasure(limit);
      try {
        await pipeline(
          content,
          stream,
          space.guard(),
          createWriteStream(temporaryPath, {
            mode: 0o600,
            flush: true,
            highWaterMark: maxBufferedBytes,
          }),
        );
        await moveToFinalPath(temporaryPath, version);
      } catch (error) {
        await rm(temporaryPath, { force: true });
        // If the content failed first, this error only says that the stream has ended.
        throw content.errored ?? convertFullDiskError(error);
      }
      return measure();
    },

    async adopt(version, path) {
      const file = await open(path, "r+");
      try {
        const writtenFile = await measureStream(
          file.createReadStream({ autoClose: false, start: 0 }),
        );
        await file.sync();
        await moveToFinalPath(path, version);
        return writtenFile;
      } finally {
        await file.close();
      }
    },

    async read(version, range) {
      const path = pathOf(version);
      const file = path && (await open(path).catch(ifMissing));
      if (!file) return undefined;
      return file.createReadStream(range ? { start: range.from, end: range.to } : {});
    },

    async copy(from, to) {
      const source = pathOf(from);
      const sourceStats = source && (await stat(source).catch(ifMissing));
      if (!sourceStats) return false;
      await space.require(sourceStats.size);
      const temporaryPath = join(incoming, temporaryName(to));
      try {
        // The copy shares its blocks if the file system supports that.
        const copying = copyFile(source, temporaryPath, constants.COPYFILE_FICLONE);
        // The source may have been removed in the meantime.
        if (!(await copying.then(() => true, ifMissing))) return false;
      } catch (error) {
        await rm(temporaryPath, { force: true });
        throw convertFullDiskError(error);
      }
      await moveToFinalPath(temporaryPath, to);
      return true;
    },

    join: (parts, to) => concatenate(store, parts, to),

    async remove(versions) {
      const paths = versions.flatMap((version) => pathOf(version) ?? []);
      await Promise.all(paths.map((path) => unlink(path).catch(ifMissing)));
    },
  };
  return store;
}

/** Returns the path of a file within the directory. */
export const relativePathOf = (version: string): string =>
  `${version.slice(0, 2).toLowerCase()}/${version.toLowerCase()}`;

/**
 * Returns a temporary name that identifies the writing process, so that the next start can recognize abandoned files.
 */
const temporaryName = (version: string) => `${version}.${machine}.${process.pid}`;

/** Removes temporary files of dead processes. */
async function removeAbandoned(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const file = join(incoming, name);
    const stats = await stat(file).catch(ifMissing);
    if (stats && isAbandoned(name, stats.mtimeMs)) await rm(file, { force: true });
  }
}

function isAbandoned(name: string, writtenAtMs: number): boolean {
  const [, writer = "", pid] = name.split(".");
  // An old file is abandoned, whatever its process: a process of another machine cannot be checked, and process ids are
  // reused.
  if (writtenAtMs < Date.now() - maxUploadMs) return true;
  return hasWriterEnded({ machine: writer, pid: Number(pid) }, writtenAtMs);
}
