import type { StatsFs } from "node:fs";
import { statfs } from "node:fs/promises";
import { Transform } from "node:stream";
import { insufficientStorage } from "../errors.ts";

/** The disk space that uploads leave free, for example for the database. */
export const reservedBytes = 64 * 1024 * 1024;

/** The number of files (inodes) that uploads leave free. */
const reservedFiles = 1000;

/** How much may be written before the space is measured again. Other processes write at the same time. */
const measureIntervalBytes = 4 * 1024 * 1024;

/** How many bytes a stream may buffer before they are written to the disk. */
const maxHeldBytes = 256 * 1024;

/** Measures the free space, like `statfs`. */
type Measure = () => Promise<Pick<StatsFs, "bavail" | "bsize" | "files" | "ffree">>;

/** Returns the disk space of a directory. */
export const spaceOf = (directory: string): DiskSpace => new DiskSpace(() => statfs(directory));

/** Keeps a reserve on a disk during any number of uploads. */
export class DiskSpace {
  readonly #statistics: Measure;
  /** The bytes that may be written before the next measurement. */
  #left = 0;
  #streams = 0;
  #measuring: Promise<void> | undefined;

  constructor(statistics: Measure) {
    this.#statistics = statistics;
  }

  /** @throws {StorageError} when that many bytes would use up the reserve */
  async require(size: number): Promise<void> {
    if (size > (await this.#available())) throw insufficientStorage();
  }

  /** Returns a transform for content on its way to the disk. It fails when the reserve would be used up. */
  guard(): Transform {
    this.#streams++;
    const stream = new Transform({
      transform: (chunk: Buffer, _, done) => {
        if (chunk.length <= this.#left) {
          this.#left -= chunk.length;
          done(null, chunk);
          return;
        }
        this.#take(chunk.length).then(
          () => done(null, chunk),
          (error: Error) => done(error),
        );
      },
    });
    return stream.once("close", () => {
      this.#streams--;
    });
  }

  async #take(size: number): Promise<void> {
    while (size > this.#left) {
      this.#measuring ??= this.#measure(size).finally(() => {
        this.#measuring = undefined;
      });
      await this.#measuring;
    }
    this.#left -= size;
  }

  async #measure(size: number): Promise<void> {
    const available = (await this.#available()) - this.#streams * maxHeldBytes;
    if (size > available) throw insufficientStorage();
    this.#left = Math.min(available, Math.max(size, measureIntervalBytes));
  }

  async #available(): Promise<number> {
    const { bavail, bsize, files, ffree } = await this.#statistics();
    // Some file systems have no inode limit, and report zero.
    if (files > 0 && ffree < reservedFiles) return 0;
    return bavail * bsize - reservedBytes;
  }
}

/** Converts the error of a full disk to an error of the wire, and returns others unchanged. */
export function ifFull(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOSPC" || code === "EDQUOT" ? insufficientStorage() : error;
}
