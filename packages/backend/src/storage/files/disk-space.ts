import type { StatsFs } from "node:fs";
import { statfs } from "node:fs/promises";
import { Transform } from "node:stream";
import { insufficientStorage } from "../errors.ts";

/** In bytes: the space that files leave on the disk, which the database may be on, too. */
export const reservedSpace = 64 * 1024 * 1024;

/** Likewise, the files that may still be made. */
const reservedFiles = 1000;

/** In bytes: what may be written before the space is measured again. Others write meanwhile. */
const mostUnmeasured = 4 * 1024 * 1024;

/** In bytes: what a stream holds that is not on the disk yet. */
const mostHeld = 256 * 1024;

/** What a disk has left, as `statfs` tells it. */
type Measure = () => Promise<Pick<StatsFs, "bavail" | "bsize" | "files" | "ffree">>;

/** The space on the disk of a directory. */
export const spaceOf = (directory: string): DiskSpace => new DiskSpace(() => statfs(directory));

/** Keeps a reserve on a disk, while content arrives on any number of ways. */
export class DiskSpace {
  readonly #statistics: Measure;
  /** In bytes: what may be written before the next measurement. */
  #left = 0;
  #streams = 0;
  #measuring: Promise<void> | undefined;

  constructor(statistics: Measure) {
    this.#statistics = statistics;
  }

  /** @throws {StorageError} when so many bytes would not leave the reserve */
  async require(size: number): Promise<void> {
    if (size > (await this.#available())) throw insufficientStorage();
  }

  /** A stream that content passes on its way to the disk. It fails where the reserve begins. */
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
    const available = (await this.#available()) - this.#streams * mostHeld;
    if (size > available) throw insufficientStorage();
    this.#left = Math.min(available, Math.max(size, mostUnmeasured));
  }

  async #available(): Promise<number> {
    const { bavail, bsize, files, ffree } = await this.#statistics();
    // Some file systems make files as long as there is space, and count none.
    if (files > 0 && ffree < reservedFiles) return 0;
    return bavail * bsize - reservedSpace;
  }
}

/** The error of a disk that is full all the same in the words of the wire; any other as it is. */
export function ifFull(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOSPC" || code === "EDQUOT" ? insufficientStorage() : error;
}
