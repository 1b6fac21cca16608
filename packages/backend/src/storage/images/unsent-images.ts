/** The limit for rendered images in memory that clients have not read yet. */
const maxUnsentBytes = 128 * 1024 * 1024;

const chunkBytes = 64 * 1024;

interface UnsentImage {
  readonly size: number;
  cut(): void;
}

/**
 * Keeps rendered images in memory until they are sent. Above the limit it drops the oldest, whose clients do
 * not read.
 */
export class UnsentImages {
  /** Oldest first. */
  readonly #images = new Set<UnsentImage>();
  #size = 0;

  streamOf(bytes: Buffer): ReadableStream<Uint8Array> {
    let rest: Buffer | undefined = bytes;
    const image: UnsentImage = {
      size: bytes.length,
      cut: () => {
        rest = undefined;
      },
    };
    for (const oldest of this.#images) {
      if (this.#size + image.size <= maxUnsentBytes) break;
      this.#forget(oldest);
    }
    this.#images.add(image);
    this.#size += image.size;
    return new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          if (!rest) return controller.error(new Error("the image has waited too long"));
          controller.enqueue(new Uint8Array(rest.subarray(0, chunkBytes)));
          rest = rest.subarray(chunkBytes);
          if (rest.length > 0) return;
          this.#forget(image);
          controller.close();
        },
        cancel: () => this.#forget(image),
      },
      { highWaterMark: 0 },
    );
  }

  #forget(image: UnsentImage): void {
    if (!this.#images.delete(image)) return;
    this.#size -= image.size;
    image.cut();
  }
}
