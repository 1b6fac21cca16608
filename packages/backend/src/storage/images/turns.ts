import { StorageError } from "../errors.ts";

/** The requests of one caller, and of all, that wait for their turn. */
const mostOfCaller = 32;
const mostOfAll = 128;

/** In milliseconds. */
const longestWait = 30_000;

/** Lets a few at a time work. Callers take turns: whoever sends many requests holds up their own. */
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
  async begin(caller: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    const own = this.#waiting.get(caller) ?? new Set();
    if (own.size >= mostOfCaller || this.#count >= mostOfAll) throw tooManyImages();
    this.#waiting.set(caller, own);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (reason: unknown) => {
      this.#remove(caller, resolve);
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

  /** Ends a turn: the next caller has the next one. */
  end(): void {
    for (const [caller, own] of this.#waiting) {
      for (const start of own) {
        this.#remove(caller, start);
        // The caller goes to the end of the line.
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
