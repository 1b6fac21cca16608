import type { Readable } from "node:stream";

/** If a temporary file is older than this, the process that wrote it is dead. */
export const maxUploadMs = 24 * 60 * 60 * 1000;

/** A range of a file. Both ends are inclusive. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** The size and digest of a file that has been written. */
export interface WrittenFile {
  /** The size in bytes. */
  readonly size: number;
  /** The MD5 of the content in hexadecimal digits, S3's ETag. */
  readonly md5: string;
}

/** A file to concatenate. */
export interface FilePart {
  readonly version: string;
  /** The size in bytes. */
  readonly size: number;
}

/**
 * The port to the file store. A file is named after its object's version, a UUID, never after anything that a caller
 * chooses. Files are immutable: new content is stored as a new version.
 */
export interface FileStore {
  /**
   * Writes a file atomically, even if the process crashes.
   *
   * @param limit the maximum size in bytes
   * @throws {StorageError} when the content is larger
   */
  write(version: string, content: Readable, limit: number): Promise<WrittenFile>;
  /** Moves a local file into the store atomically. */
  adopt(version: string, path: string): Promise<WrittenFile>;
  /** Returns undefined if the file does not exist. */
  read(version: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Copies a file. Returns false if it does not exist. */
  copy(from: string, to: string): Promise<boolean>;
  /** Concatenates files. Returns false if one does not exist. */
  join(parts: readonly FilePart[], to: string): Promise<boolean>;
  /** Removes files, and ignores missing ones. */
  remove(versions: readonly string[]): Promise<void>;
}
