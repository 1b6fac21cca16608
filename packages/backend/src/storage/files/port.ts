import type { Readable } from "node:stream";
import type { ByteRange } from "../range.ts";

/** In milliseconds: an upload that takes longer has been left by a process that is gone. */
export const longestUpload = 24 * 60 * 60 * 1000;

/** A file that has been written. */
export interface WrittenFile {
  /** In bytes. */
  readonly size: number;
  /** The MD5 of the content, in hexadecimal digits: S3's ETag. */
  readonly md5: string;
}

/** A file that is to be a part of another one. */
export interface FilePart {
  readonly version: string;
  /** In bytes. */
  readonly size: number;
}

/**
 * The port to the place of the files' content. A file is named by the version of its object, a UUID, and by
 * nothing that a caller chooses. It never changes: a new content is a new version.
 */
export interface FileStore {
  /**
   * Writes a file. It is there as a whole, also after a crash, or not at all.
   *
   * @param limit in bytes
   * @throws {StorageError} when the content is larger
   */
  write(version: string, content: Readable, limit: number): Promise<WrittenFile>;
  /** Takes over a file of this machine, whole or not at all. It is gone from its path then. */
  adopt(version: string, path: string): Promise<WrittenFile>;
  /** Undefined when there is no such file. */
  read(version: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Makes another file with the same content; false when there is no such file. */
  copy(from: string, to: string): Promise<boolean>;
  /** Makes a file of others, one after the other; false when one of them is not there. */
  join(parts: readonly FilePart[], to: string): Promise<boolean>;
  /** Removes files. One that is not there is no error. */
  remove(versions: readonly string[]): Promise<void>;
}
