/** The limit for rendered images in memory that clients have not read yet. */
const maxUnsentBytes = 128 * 1024 * 1024;

const chunkBytes = 64 * 1024;

interface UnsentImage {
  readonly size: number;
  /** Makes the next read fail. */
  abort(): void;
}

/**
 * Keeps rendered images in memory until they are sent. Above the limit, it drops the oldest ones, because their clients
 * do not read.
 */
export class UnsentImages {
  /** Oldest first. */
  readonly #images = new Set<UnsentImage>();
  #size = 0;

  /** Returns a stream of the image. */
  streamOf(bytes: Buffer): ReadableStream<Uint8Array> {
    let unsentBytes: Buffer | undefined = bytes;
    const image: UnsentImage = {
      size: bytes.length,
      abort: () => {
        unsentBytes = undefined;
      },
    };
    for (const oldest of this.#images) {
      if (this.#size + image.size <= maxUnsentBytes) break;
      this.#remove(oldest);
    }
    this.#images.add(image);
    this.#size += image.size;
    return new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          if (!unsentBytes)
            return controller.error(new Error("The image has waited too long for its client."));
          controller.enqueue(new Uint8Array(unsentBytes.subarray(0, chunkBytes)));
          unsentBytes = unsentBytes.subarray(chunkBytes);
          if (unsentBytes.length > 0) return;
          this.#remove(image);
          controller.close();
        },
        cancel: () => this.#remove(image),
      },
      { highWaterMark: 0 },
    );
  }

  #remove(image: UnsentImage): void {
    if (!this.#images.delete(image)) return;
    this.#size -= image.size;
    image.abort();
  }
}
