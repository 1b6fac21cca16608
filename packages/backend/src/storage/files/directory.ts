import { createWriteStream } from "node:fs";
import { constants, copyFile, open, readdir, rename, rm, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { makeDirectory } from "../../private-directory.ts";
import { isUuid } from "../names.ts";
import { concatenate } from "./concatenation.ts";
import { ifFull, spaceOf } from "./disk-space.ts";
import { ifMissing } from "./if-missing.ts";
import { isRunning, machine } from "./lock-file.ts";
import { measured, measureWhole } from "./measured.ts";
import { type FileStore, longestUpload } from "./port.ts";

/** In bytes: how much of an upload waits for the disk, to be written by one call to the system. */
const mostWaiting = 128 * 1024;

/**
 * Keeps files in a directory: content is written aside, flushed and renamed, so that a crash leaves the whole
 * file or none. The first two letters of the version are a directory of their own, since file systems slow
 * down when one directory holds a million files.
 */
export async function openDirectory(directory: string): Promise<FileStore> {
  const incoming = join(directory, "incoming");
  await makeDirectory(directory);
  await makeDirectory(incoming);
  await removeAbandoned(incoming);
  const space = spaceOf(directory);

  const pathOf = (version: string) => {
    // A version comes from a table that projects may write to.
    return isUuid(version) ? join(directory, placeOf(version)) : undefined;
  };
  /** Puts a finished file into its place. */
  const settle = async (aside: string, version: string) => {
    const place = pathOf(version) as string;
    if (await rename(aside, place).then(() => true, ifMissing)) return;
    await makeDirectory(dirname(place));
    await rename(aside, place);
  };

  const store: FileStore = {
    async write(version, content, limit) {
      const aside = join(incoming, ownName(version));
      const { stream, measure } = measured(limit);
      try {
        await pipeline(
          content,
          stream,
          space.guard(),
          createWriteStream(aside, { mode: 0o600, flush: true, highWaterMark: mostWaiting }),
        );
        await settle(aside, version);
      } catch (error) {
        await rm(aside, { force: true });
        // One that has ended before tells here only that it has ended.
        throw content.errored ?? ifFull(error);
      }
      return measure();
    },

    async adopt(version, path) {
      const file = await open(path, "r+");
      try {
        const written = await measureWhole(file.createReadStream({ autoClose: false, start: 0 }));
        await file.sync();
        await settle(path, version);
        return written;
      } finally {
        await file.close();
      }
    },

    async read(version, range) {
      const place = pathOf(version);
      const file = place && (await open(place).catch(ifMissing));
      if (!file) return undefined;
      return file.createReadStream(range ? { start: range.from, end: range.to } : {});
    },

    async copy(from, to) {
      const place = pathOf(from);
      const found = place && (await stat(place).catch(ifMissing));
      if (!found) return false;
      await space.require(found.size);
      const aside = join(incoming, ownName(to));
      try {
        // Where the file system can, the copy shares its blocks.
        await copyFile(place, aside, constants.COPYFILE_FICLONE);
      } catch (error) {
        await rm(aside, { force: true });
        throw ifFull(error);
      }
      await settle(aside, to);
      return true;
    },

    join: (parts, to) => concatenate(store, parts, to),

    async remove(versions) {
      const places = versions.flatMap((version) => pathOf(version) ?? []);
      await Promise.all(places.map((place) => unlink(place).catch(ifMissing)));
    },
  };
  return store;
}

/** The place of a file in the directory. */
export const placeOf = (version: string): string =>
  `${version.slice(0, 2).toLowerCase()}/${version.toLowerCase()}`;

/** A name that tells the next start whose file it is. */
const ownName = (version: string) => `${version}.${machine}.${process.pid}`;

/** Removes what processes that are gone were writing. */
async function removeAbandoned(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const file = join(incoming, name);
    const found = await stat(file).catch(ifMissing);
    if (found && isAbandoned(name, found.mtimeMs)) await rm(file, { force: true });
  }
}

function isAbandoned(name: string, writtenAt: number): boolean {
  const [, writer, pid] = name.split(".");
  // A process of another machine cannot be asked, and a number may be given again.
  if (writtenAt < Date.now() - longestUpload) return true;
  if (writer !== machine) return false;
  // A container gives the same number to each of its lives.
  if (Number(pid) === process.pid) return writtenAt < Date.now() - process.uptime() * 1000;
  return !isRunning(Number(pid));
}
