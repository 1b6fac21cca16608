import { StorageError } from "../errors.ts";

/** The requests of one address, and of all, that wait for their turn. */
const mostOfAddress = 32;
const mostOfAll = 128;

/** In milliseconds. */
const longestWait = 30_000;

/** Lets a few at a time work. Addresses take turns: whoever sends many requests holds up their own. */
export class Turns {
  #free: number;
  #count = 0;
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /**
   * Waits for a turn, which has to be ended.
   *
   * @throws {StorageError} when too many wait, or it takes too long
   * @throws the signal's reason
   */
  async begin(address: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    const own = this.#waiting.get(address) ?? new Set();
    if (own.size >= mostOfAddress || this.#count >= mostOfAll) throw tooManyImages();
    this.#waiting.set(address, own);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (reason: unknown) => {
      this.#remove(address, resolve);
      reject(reason);
    };
    const timer = setTimeout(() => leave(tooManyImages()), longestWait);
    const abort = () => leave(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    own.add(resolve);
    this.#count++;
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    }
  }

  /** Ends a turn: the next address has the next one. */
  end(): void {
    for (const [address, own] of this.#waiting) {
      for (const start of own) {
        this.#remove(address, start);
        // The address goes to the end of the line.
        this.#waiting.delete(address);
        if (own.size > 0) this.#waiting.set(address, own);
        start();
        return;
      }
    }
    this.#free++;
  }

  #remove(address: string, start: () => void): void {
    const own = this.#waiting.get(address);
    if (!own?.delete(start)) return;
    this.#count--;
    if (own.size === 0) this.#waiting.delete(address);
  }
}

const tooManyImages = () =>
  new StorageError(429, "SlowDown", "Too many images are being processed", { httpStatus: 429 });
