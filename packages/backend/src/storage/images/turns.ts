import { StorageError } from "../errors.ts";

/** The most waiting requests, per caller and in total. */
const maxWaitingPerCaller = 32;
const maxWaiting = 128;

const maxWaitMs = 30_000;

/** Limits concurrency. Callers take turns, so that a caller with many requests only delays their own. */
export class Turns {
  #free: number;
  #count = 0;
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /**
   * Waits for a turn. The caller must end it.
   *
   * @throws {StorageError} when too many requests wait, or it takes too long
   * @throws the signal's reason
   */
  async begin(caller: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    const own = this.#waiting.get(caller) ?? new Set();
    if (own.size >= maxWaitingPerCaller || this.#count >= maxWaiting) throw tooManyImages();
    this.#waiting.set(caller, own);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (reason: unknown) => {
      this.#remove(caller, resolve);
      reject(reason);
    };
    const timer = setTimeout(() => leave(tooManyImages()), maxWaitMs);
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

  /** Ends a turn, and starts that of the next caller. */
  end(): void {
    for (const [caller, own] of this.#waiting) {
      for (const start of own) {
        this.#remove(caller, start);
        // Move the caller to the end of the queue.
        this.#waiting.delete(caller);
        if (own.size > 0) this.#waiting.set(caller, own);
        start();
        return;
      }
    }
    this.#free++;
  }

  #remove(caller: string, start: () => void): void {
    const own = this.#waiting.get(caller);
    if (!own?.delete(start)) return;
    this.#count--;
    if (own.size === 0) this.#waiting.delete(caller);
  }
}

const tooManyImages = () =>
  new StorageError(429, "SlowDown", "Too many images are being processed", { httpStatus: 429 });
