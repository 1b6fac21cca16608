import type { StatsFs } from "node:fs";
import { statfs } from "node:fs/promises";
import { Transform } from "node:stream";
import { insufficientStorage } from "../errors.ts";

/** The disk space that uploads leave free, for example for the database. */
export const reservedBytes = 64 * 1024 * 1024;

/** The number of files (inodes) that uploads leave free. */
const reservedFiles = 1000;

/** The bytes that may be written before the space is measured again, because other processes also write. */
const measureIntervalBytes = 4 * 1024 * 1024;

/** The bytes that a stream may buffer before they are written to the disk. */
const maxBufferedBytes = 256 * 1024;

/** Reads the free space, like `statfs`. */
type ReadStatistics = () => Promise<Pick<StatsFs, "bavail" | "bsize" | "files" | "ffree">>;

/** Returns the disk space of a directory. */
export const diskSpaceOf = (directory: string): DiskSpace => new DiskSpace(() => statfs(directory));

/** Keeps a reserve of free space on a disk, whatever the number of simultaneous uploads. */
export class DiskSpace {
  readonly #readStatistics: ReadStatistics;
  /** The bytes that may be written before the next measurement. */
  #remainingBytes = 0;
  #streamCount = 0;
  #measurement: Promise<void> | undefined;

  constructor(readStatistics: ReadStatistics) {
    this.#readStatistics = readStatistics;
  }

  /** @throws {StorageError} when writing `size` bytes would use up the reserve */
  async require(size: number): Promise<void> {
    if (size > (await this.#available())) throw insufficientStorage();
  }

  /** Returns a transform for content on its way to the disk. It fails when the reserve would be used up. */
  guard(): Transform {
    this.#streamCount++;
    const stream = new Transform({
      transform: (chunk: Buffer, _, done) => {
        if (chunk.length <= this.#remainingBytes) {
          this.#remainingBytes -= chunk.length;
          done(null, chunk);
          return;
        }
        this.#reserve(chunk.length).then(
          () => done(null, chunk),
          (error: Error) => done(error),
        );
      },
    });
    return stream.once("close", () => {
      this.#streamCount--;
    });
  }

  async #reserve(size: number): Promise<void> {
    while (size > this.#remainingBytes) {
      this.#measurement ??= this.#measure(size).finally(() => {
        this.#measurement = undefined;
      });
      await this.#measurement;
    }
    this.#remainingBytes -= size;
  }

  async #measure(size: number): Promise<void> {
    const available = (await this.#available()) - this.#streamCount * maxBufferedBytes;
    if (size > available) throw insufficientStorage();
    this.#remainingBytes = Math.min(available, Math.max(size, measureIntervalBytes));
  }

  async #available(): Promise<number> {
    const { bavail, bsize, files, ffree } = await this.#readStatistics();
    // Some file systems have no inode limit, and report zero.
    if (files > 0 && ffree < reservedFiles) return 0;
    return bavail * bsize - reservedBytes;
  }
}

/** Converts the file system's error for a full disk to the wire's error, and returns other errors unchanged. */
export function convertFullDiskError(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOSPC" || code === "EDQUOT" ? insufficientStorage() : error;
}
