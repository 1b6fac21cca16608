import { defaultMaxWaitingPerCaller, FairQueue, type QueuedItem } from "./fair-queue.ts";
import { AcquisitionTimeout, TooManyWaiting } from "./port.ts";
import { canceledError } from "./sessions/session.ts";

interface Entrant extends QueuedItem {
  readonly admit: () => void;
}

/** Limits on waiting, and the errors for callers that exceed them. The defaults are the errors of the database. */
export interface LimitOptions {
  /** Unlimited by default. */
  readonly timeoutMs?: number | undefined;
  /** The limit for all callers combined. Unlimited by default. */
  readonly maxWaiting?: number;
  /** The limit for one caller. */
  readonly maxWaitingPerCaller?: number;
  readonly timeoutError?: () => Error;
  readonly tooManyError?: () => Error;
  readonly abortError?: (signal: AbortSignal) => unknown;
}

/** Limits concurrency. Callers above the limit take turns, so that a caller with many requests only delays their own. */
export class ConcurrencyLimit {
  readonly #maxCount: number;
  readonly #options: Required<LimitOptions>;
  readonly #waiting = new FairQueue<Entrant>();
  #freeSlots: number;

  constructor(maxCount: number, options: LimitOptions = {}) {
    this.#maxCount = maxCount;
    this.#freeSlots = maxCount;
    this.#options = {
      timeoutMs: undefined,
      maxWaiting: Number.POSITIVE_INFINITY,
      maxWaitingPerCaller: defaultMaxWaitingPerCaller,
      timeoutError: () => new AcquisitionTimeout(),
      tooManyError: () => new TooManyWaiting(),
      abortError: () => canceledError("user request"),
      ...options,
    };
  }

  /** How many slots are taken, and how many callers wait for one. */
  get usage(): { readonly running: number; readonly waiting: number } {
    return { running: this.#maxCount - this.#freeSlots, waiting: this.#waiting.size };
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
    if (signal?.aborted) throw this.#options.abortError(signal);
    if (this.#freeSlots > 0) this.#freeSlots--;
    else await this.#wait(signal, caller);
    return () => this.#release();
  }

  async #wait(signal: AbortSignal | undefined, caller: string | undefined): Promise<void> {
    const { timeoutMs, maxWaiting, maxWaitingPerCaller, timeoutError, tooManyError, abortError } =
      this.#options;
    const isOverLimit =
      caller !== undefined && this.#waiting.countOf(caller) >= maxWaitingPerCaller;
    if (isOverLimit || this.#waiting.size >= maxWaiting) throw tooManyError();
    const { resolve, reject, promise } = Promise.withResolvers<void>();
    const entrant = { caller, waitingSince: performance.now(), admit: resolve };
    this.#waiting.add(entrant);
    // Remove the entrant immediately: a slot that is released before the rejection is handled must not go to this
    // entrant.
    const leave = (reason: unknown) => {
      this.#waiting.remove((other) => other === entrant);
      reject(reason);
    };
    const timer = timeoutMs ? setTimeout(() => leave(timeoutError()), timeoutMs) : undefined;
    const abort = () => signal && leave(abortError(signal));
    signal?.addEventListener("abort", abort);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  }

  #release(): void {
    const nextEntrant = this.#waiting.take();
    if (nextEntrant) nextEntrant.admit();
    else this.#freeSlots++;
  }
}
