import { FairQueue, type Queued } from "../../database/fair-queue.ts";
import { StorageError } from "../errors.ts";

/** The most waiting requests, per caller and in total. */
const maxWaitingPerCaller = 32;
const maxWaiting = 128;

const maxWaitMs = 30_000;

interface Waiting extends Queued {
  readonly start: () => void;
}

/** Limits concurrency. Callers take turns, so that a caller with many requests only delays their own. */
export class Turns {
  #free: number;
  readonly #waiting = new FairQueue<Waiting>();

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
    const isFull = this.#waiting.size >= maxWaiting;
    if (isFull || this.#waiting.countOf(caller) >= maxWaitingPerCaller) throw tooManyImages();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { caller, waitingSince: performance.now(), start: resolve };
    const leave = (reason: unknown) => {
      this.#waiting.remove((one) => one === waiting);
      reject(reason);
    };
    const timer = setTimeout(() => leave(tooManyImages()), maxWaitMs);
    const abort = () => leave(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    this.#waiting.add(waiting);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    }
  }

  /** Ends a turn, and starts that of the next caller. */
  end(): void {
    const next = this.#waiting.take();
    if (next) next.start();
    else this.#free++;
  }
}

const tooManyImages = () =>
  new StorageError(429, "SlowDown", "Too many images are being processed", { httpStatus: 429 });
