import { createWriteStream } from "node:fs";
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { makeDirectory } from "../../private-directory.ts";
import { isUuid, type ObjectLocation } from "../names.ts";
import { isExpired, unfinishedLifetimeMs } from "../resumable-expiry.ts";
import { convertFullDiskError, diskSpaceOf } from "./disk-space.ts";
import { ifMissing } from "./if-missing.ts";

/** An upload whose content arrives in several requests. */
export interface UnfinishedUpload extends ObjectLocation {
  /** The version of the future object, a UUID. */
  readonly version: string;
  /** The size in bytes, or undefined if the client does not know it yet. */
  readonly size: number | undefined;
  /** The client's metadata of the object. */
  readonly metadata: Readonly<Record<string, string | null>>;
  /** The user id or IP address of the caller that started the upload. */
  readonly starter: string;
  /** The time of creation (ISO 8601). */
  readonly created: string;
  /** True if the object exists. A client that missed the last response may still request the offset. */
  readonly isFinished: boolean;
}

/** An unfinished upload on disk. */
export interface FoundUpload {
  readonly upload: UnfinishedUpload;
  /** The number of bytes that have arrived. Undefined if the file with the content does not exist. */
  readonly offset: number | undefined;
}

/** The task that an upload is locked for: handling a request, or finishing the upload. */
export type LockPurpose = "request" | "finish";

/** The store of unfinished uploads, which survive a restart. */
export interface UnfinishedUploads {
  create(upload: UnfinishedUpload): Promise<void>;
  find(version: string): Promise<FoundUpload | undefined>;
  /** Saves changes of an upload. */
  update(upload: UnfinishedUpload): Promise<void>;
  /**
   * Appends content. If the connection breaks, keeps what has arrived.
   *
   * @returns the new offset
   */
  append(version: string, content: Readable, offset: number): Promise<number>;
  /** Returns the path of the file with the content. */
  contentPath(version: string): string;

  lockPath(version: string, purpose: LockPurpose): string;
  remove(version: string): Promise<void>;
  /**
   * Returns the sizes of the unfinished uploads of a user or IP address, in all processes. A size is undefined if the
   * client does not know it yet.
   */
  sizesOf(starter: string): Promise<readonly (number | undefined)[]>;
  /** @throws {StorageError} when writing `size` bytes would use up the reserve of free disk space */
  requireSpace(size: number): Promise<void>;
  /** Removes expired uploads. */
  removeExpired(): Promise<void>;
}

/** Stores unfinished uploads in a directory: a content file and a JSON file for each. */
export async function openUnfinished(directory: string): Promise<UnfinishedUploads> {
  await makeDirectory(directory);
  const space = diskSpaceOf(directory);
  /** Caches the starter of each upload, because it never changes. */
  const starters = new Map<string, string>();

  const contentPath = (version: string) => {
    if (!isUuid(version)) throw new Error("The version is not a UUID.");
    return join(directory, version.toLowerCase());
  };
  const writeDescription = async (upload: UnfinishedUpload) => {
    const path = `${contentPath(upload.version)}.json`;
    await writeFile(`${path}.new`, JSON.stringify(upload), { mode: 0o600, flush: true });
    await rename(`${path}.new`, path);
  };
  const readDescription = async (version: string) => {
    const text = await readFile(`${contentPath(version)}.json`, "utf8").catch(ifMissing);
    return text === undefined ? undefined : parseDescription(text);
  };
  const lockPath = (version: string, purpose: LockPurpose) =>
    `${contentPath(version)}.${purpose}.lock`;
  const remove = async (version: string) => {
    for (const suffix of suffixes) await rm(`${contentPath(version)}${suffix}`, { force: true });
  };
  /**
   * Returns whether an upload has expired. If its description is missing or invalid, uses the modification times of its
   * files.
   */
  const areFilesExpired = async (version: string) => {
    const upload = await readDescription(version);
    if (upload) return isExpired(upload);
    const times = await Promise.all(
      suffixes.map(async (suffix) => {
        const stats = await stat(`${contentPath(version)}${suffix}`).catch(ifMissing);
        return stats?.mtimeMs ?? 0;
      }),
    );
    return Math.max(...times) + unfinishedLifetimeMs < Date.now();
  };

  const removeExpired = async () => {
    for (const version of await versionsIn(directory)) {
      if (await areFilesExpired(version)) await remove(version);
    }
  };
  const starterOf = async (version: string) => {
    const starter = starters.get(version) ?? (await readDescription(version))?.starter;
    if (starter !== undefined) starters.set(version, starter);
    return starter;
  };

  await removeExpired();

  return {
    contentPath,
    lockPath,
    remove,
    update: writeDescription,

    async create(upload) {
      await writeDescription(upload);
      await writeFile(contentPath(upload.version), "", { mode: 0o600 });
    },

    async find(version) {
      if (!isUuid(version)) return undefined;
      const upload = await readDescription(version);
      if (!upload) return undefined;
      const content = await stat(contentPath(version)).catch(ifMissing);
      return { upload, offset: content?.size };
    },

    async append(version, content, offset) {
      const path = contentPath(version);
      // Do not flush each request: a power failure may then lose the end of the content, which only reduces the offset.
      // Everything is flushed at the end of the upload.
      const file = createWriteStream(path, { flags: "r+", start: offset });
      try {
        await pipeline(content, space.guard(), file);
      } catch (error) {
        throw convertFullDiskError(error);
      }
      return offset + file.bytesWritten;
    },

    async sizesOf(starter) {
      // The content of a finished upload was moved, but its description stays.
      const names = new Set((await readdir(directory)).filter(isUuid));
      for (const version of starters.keys()) if (!names.has(version)) starters.delete(version);
      const sizes = await Promise.all(
        [...names].map(async (version) => {
          if ((await starterOf(version)) !== starter) return [];
          return [(await readDescription(version))?.size];
        }),
      );
      return sizes.flat();
    },

    requireSpace: (size) => space.require(size),
    removeExpired,
  };
}

/** The suffixes of an upload's files. The description is removed last. */
const suffixes = [
  ...["request", "finish"].flatMap((purpose) => [`.${purpose}.lock`, `.${purpose}.lock.asked`]),
  "",
  ".json.new",
  ".json",
];

async function versionsIn(directory: string): Promise<ReadonlySet<string>> {
  const names = await readdir(directory);
  return new Set(names.map((name) => name.replace(/\..*/, "")).filter(isUuid));
}

/** Parses a description. Returns undefined if a power failure has truncated it. */
function parseDescription(text: string): UnfinishedUpload | undefined {
  try {
    return JSON.parse(text) as UnfinishedUpload;
  } catch {
    return undefined;
  }
}
