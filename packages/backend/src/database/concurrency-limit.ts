import { FairQueue, mostWaitingOfCaller, type Queued } from "./fair-queue.ts";
import { AcquisitionTimeout, TooManyWaiting } from "./port.ts";
import { canceledError } from "./sessions/session.ts";

interface Entrant extends Queued {
  readonly admit: () => void;
}

/** Limits on waiting, and the errors for callers that exceed them. The defaults are the errors of the database. */
export interface LimitOptions {
  /** Unlimited by default. */
  readonly timeoutMs?: number | undefined;
  /** The limit for all callers combined. Unlimited by default. */
  readonly maxWaiting?: number;
  /** The limit for one caller. */
  readonly maxWaitingOfCaller?: number;
  readonly timedOut?: () => Error;
  readonly tooMany?: () => Error;
  readonly aborted?: (signal: AbortSignal) => unknown;
}

/** Limits concurrency. Callers above the limit take turns, so that a caller with many requests only delays their own. */
export class ConcurrencyLimit {
  readonly #maxCount: number;
  readonly #options: Required<LimitOptions>;
  readonly #waiting = new FairQueue<Entrant>();
  #free: number;

  constructor(maxCount: number, options: LimitOptions = {}) {
    this.#maxCount = maxCount;
    this.#free = maxCount;
    this.#options = {
      timeoutMs: undefined,
      maxWaiting: Number.POSITIVE_INFINITY,
      maxWaitingOfCaller: mostWaitingOfCaller,
      timedOut: () => new AcquisitionTimeout(),
      tooMany: () => new TooManyWaiting(),
      aborted: () => canceledError("user request"),
      ...options,
    };
  }

  /** How many slots are taken, and how many callers wait for one. */
  get usage(): { readonly running: number; readonly waiting: number } {
    return { running: this.#maxCount - this.#free, waiting: this.#waiting.size };
  }

  /**
   * Waits until a slot is free. Returns a function that releases the slot.
   *
   * @throws the errors of {@link LimitOptions}
   */
  async acquire({
    signal,
    caller,
  }: {
    readonly signal?: AbortSignal | undefined;
    /** A request without a caller may always wait. */
    readonly caller?: string | undefined;
  } = {}): Promise<() => void> {
    if (signal?.aborted) throw this.#options.aborted(signal);
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal, caller);
    return () => this.#release();
  }

  async #wait(signal: AbortSignal | undefined, caller: string | undefined): Promise<void> {
    const { timeoutMs, maxWaiting, maxWaitingOfCaller, timedOut, tooMany, aborted } = this.#options;
    const isOver = caller !== undefined && this.#waiting.countOf(caller) >= maxWaitingOfCaller;
    if (isOver || this.#waiting.size >= maxWaiting) throw tooMany();
    const { resolve, reject, promise } = Promise.withResolvers<void>();
    const entrant = { caller, waitingSince: performance.now(), admit: resolve };
    this.#waiting.add(entrant);
    // Remove the entrant immediately: a slot that is released before the rejection is handled must not go to this
    // entrant.
    const leave = (reason: unknown) => {
      this.#waiting.remove((waiting) => waiting === entrant);
      reject(reason);
    };
    const timer = timeoutMs ? setTimeout(() => leave(timedOut()), timeoutMs) : undefined;
    const abort = () => signal && leave(aborted(signal));
    signal?.addEventListener("abort", abort);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  }

  #release(): void {
    const next = this.#waiting.take();
    if (next) next.admit();
    else this.#free++;
  }
}
