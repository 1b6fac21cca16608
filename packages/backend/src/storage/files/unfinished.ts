import { createWriteStream } from "node:fs";
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { makeDirectory } from "../../private-directory.ts";
import { isUuid, type Place } from "../names.ts";
import { ifFull, spaceOf } from "./disk-space.ts";
import { ifMissing } from "./if-missing.ts";

/** In milliseconds: an upload that is not finished in this time has to be started again. */
export const unfinishedLifetime = 24 * 60 * 60 * 1000;

/** An upload whose content arrives by several requests. */
export interface UnfinishedUpload extends Place {
  /** The version of the object that it becomes, a UUID. */
  readonly version: string;
  /** In bytes; undefined while its client does not know it. */
  readonly size: number | undefined;
  /** What its client says of the object. */
  readonly metadata: Readonly<Record<string, string | null>>;
  /** The user or the address that started it. */
  readonly starter: string;
  /** As ISO 8601 has it. */
  readonly created: string;
  /** True when the object is there. A client that missed the answer may still ask. */
  readonly isFinished: boolean;
}

/** An unfinished upload as it is on disk. */
export interface FoundUpload {
  readonly upload: UnfinishedUpload;
  /** In bytes: the content that has arrived; undefined when there is no content. */
  readonly offset: number | undefined;
}

/** The two kinds of work on an upload that go on once at a time. */
export type Work = "request" | "finish";

/** The uploads that have been started and are not finished. They survive the server. */
export interface UnfinishedUploads {
  create(upload: UnfinishedUpload): Promise<void>;
  find(version: string): Promise<FoundUpload | undefined>;
  /** Remembers another state of the same upload. */
  update(upload: UnfinishedUpload): Promise<void>;
  /**
   * Adds content. What has arrived is kept, also when the rest does not come.
   *
   * @returns the new offset
   */
  append(version: string, content: Readable, offset: number): Promise<number>;
  /** The file with the content that has arrived. */
  contentPath(version: string): string;
  /** The file whose existence locks some work on an upload. */
  lockPath(version: string, work: Work): string;
  remove(version: string): Promise<void>;
  /** The number of unfinished uploads that this user or address has started, in whichever process. */
  countOf(starter: string): Promise<number>;
  /** @throws {StorageError} when so many bytes would not leave the reserve of the disk */
  requireSpace(size: number): Promise<void>;
  /** Removes the uploads whose time is over. */
  removeExpired(): Promise<void>;
}

/** Keeps unfinished uploads in a directory: for each a file with its content, and one that describes it. */
export async function openUnfinished(directory: string): Promise<UnfinishedUploads> {
  await makeDirectory(directory);
  const space = spaceOf(directory);
  /** The starters of uploads, which never change. */
  const starters = new Map<string, string>();

  const contentPath = (version: string) => {
    if (!isUuid(version)) throw new Error("the version is no UUID");
    return join(directory, version.toLowerCase());
  };
  const describe = async (upload: UnfinishedUpload) => {
    const path = `${contentPath(upload.version)}.json`;
    await writeFile(`${path}.new`, JSON.stringify(upload), { mode: 0o600, flush: true });
    await rename(`${path}.new`, path);
  };
  const described = async (version: string) => {
    const text = await readFile(`${contentPath(version)}.json`, "utf8").catch(ifMissing);
    return text === undefined ? undefined : parsed(text);
  };
  const lockPath = (version: string, work: Work) => `${contentPath(version)}.${work}.lock`;
  const remove = async (version: string) => {
    for (const ending of endings) await rm(`${contentPath(version)}${ending}`, { force: true });
  };
  /** A file that describes no upload counts from its own time. */
  const isExpired = async (version: string) => {
    const upload = await described(version);
    if (upload) return isOver(upload);
    const times = await Promise.all(
      endings.map(async (ending) => {
        const found = await stat(`${contentPath(version)}${ending}`).catch(ifMissing);
        return found?.mtimeMs ?? 0;
      }),
    );
    return Math.max(...times) + unfinishedLifetime < Date.now();
  };

  const removeExpired = async () => {
    for (const version of await versionsIn(directory)) {
      if (await isExpired(version)) await remove(version);
    }
  };
  const starterOf = async (version: string) => {
    const starter = starters.get(version) ?? (await described(version))?.starter;
    if (starter !== undefined) starters.set(version, starter);
    return starter;
  };

  await removeExpired();

  return {
    contentPath,
    lockPath,
    remove,
    update: describe,

    async create(upload) {
      await describe(upload);
      await writeFile(contentPath(upload.version), "", { mode: 0o600 });
    },

    async find(version) {
      if (!isUuid(version)) return undefined;
      const upload = await described(version);
      if (!upload) return undefined;
      const content = await stat(contentPath(version)).catch(ifMissing);
      return { upload, offset: content?.size };
    },

    async append(version, content, offset) {
      const path = contentPath(version);
      // A loss of power may take the end of it, and then the offset is smaller: the whole is flushed at the end.
      const file = createWriteStream(path, { flags: "r+", start: offset });
      try {
        await pipeline(content, space.guard(), file);
      } catch (error) {
        throw ifFull(error);
      }
      return offset + file.bytesWritten;
    },

    async countOf(starter) {
      // The content of a finished upload is gone from here, and its description stays.
      const names = new Set((await readdir(directory)).filter(isUuid));
      for (const version of starters.keys()) if (!names.has(version)) starters.delete(version);
      const all = await Promise.all([...names].map(starterOf));
      return all.filter((one) => one === starter).length;
    },

    requireSpace: (size) => space.require(size),
    removeExpired,
  };
}

/** The ends of the names of an upload's files. The description goes last. */
const endings = [
  ...["request", "finish"].flatMap((work) => [`.${work}.lock`, `.${work}.lock.asked`]),
  ...["", ".json.new", ".json"],
];

export function isOver({ created }: UnfinishedUpload): boolean {
  return Date.parse(created) + unfinishedLifetime < Date.now();
}

async function versionsIn(directory: string): Promise<ReadonlySet<string>> {
  const names = await readdir(directory);
  return new Set(names.map((name) => name.replace(/\..*/, "")).filter(isUuid));
}

/** A file that a loss of power has cut describes nothing. */
function parsed(text: string): UnfinishedUpload | undefined {
  try {
    return JSON.parse(text) as UnfinishedUpload;
  } catch {
    return undefined;
  }
}
