import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { constants, copyFile, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { makeDirectory } from "../../private-directory.ts";
import { tooLarge } from "../errors.ts";
import { isUuid } from "../names.ts";
import type { FileStore } from "./port.ts";

/** In milliseconds: an upload that takes longer has been left by a process that is gone. */
const longestUpload = 24 * 60 * 60 * 1000;

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

  const placeOf = (version: string) => {
    // A version comes from a table that projects may write to.
    if (!isUuid(version)) return undefined;
    return join(directory, version.slice(0, 2).toLowerCase(), version.toLowerCase());
  };
  /** Puts a finished file into its place. */
  const settle = async (aside: string, version: string) => {
    const place = placeOf(version) as string;
    await makeDirectory(dirname(place));
    await rename(aside, place);
  };

  return {
    async write(version, content, limit) {
      const aside = join(incoming, version);
      const digest = createHash("md5");
      let size = 0;
      const measure = new Transform({
        transform(chunk: Buffer, _, done) {
          size += chunk.length;
          digest.update(chunk);
          done(size > limit ? tooLarge() : null, chunk);
        },
      });
      try {
        await pipeline(content, measure, createWriteStream(aside, { mode: 0o600, flush: true }));
        await settle(aside, version);
      } catch (error) {
        await rm(aside, { force: true });
        throw error;
      }
      return { size, md5: digest.digest("hex") };
    },

    async read(version, range) {
      const place = placeOf(version);
      const file = place && (await open(place).catch(ifMissing));
      if (!file) return undefined;
      return file.createReadStream(range ? { start: range.from, end: range.to } : {});
    },

    async copy(from, to) {
      const place = placeOf(from);
      if (!place || !(await stat(place).catch(ifMissing))) return false;
      const aside = join(incoming, to);
      // Where the file system can, the copy shares its blocks.
      await copyFile(place, aside, constants.COPYFILE_FICLONE);
      await settle(aside, to);
      return true;
    },

    async remove(versions) {
      const places = versions.flatMap((version) => placeOf(version) ?? []);
      await Promise.all(places.map((place) => rm(place, { force: true })));
    },
  };
}

async function removeAbandoned(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const file = join(incoming, name);
    const found = await stat(file).catch(ifMissing);
    if (found && Date.now() - found.mtimeMs > longestUpload) await rm(file, { force: true });
  }
}

function ifMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
  throw error;
}
