/** In bytes: the rendered images that wait for their readers. */
const mostUnsent = 128 * 1024 * 1024;

/** In bytes: what a reader takes at a time. */
const pieceSize = 64 * 1024;

interface UnsentImage {
  readonly size: number;
  cut(): void;
}

/**
 * Keeps rendered images in memory until they are sent. Where they are too much together, those go that have
 * waited longest: their readers do not read.
 */
export class UnsentImages {
  /** The oldest first. */
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
      if (this.#size + image.size <= mostUnsent) break;
      this.#forget(oldest);
    }
    this.#images.add(image);
    this.#size += image.size;
    return new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          if (!rest) return controller.error(new Error("the image has waited too long"));
          controller.enqueue(new Uint8Array(rest.subarray(0, pieceSize)));
          rest = rest.subarray(pieceSize);
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
