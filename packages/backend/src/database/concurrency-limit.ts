import { AcquisitionTimeout, TooManyWaiting } from "./errors.ts";
import { defaultMaxWaitingPerCaller, FairQueue, type QueuedItem } from "./fair-queue.ts";
import { canceledError } from "./sessions/session.ts";

interface Entrant extends QueuedItem {
  readonly admit: () => void;
}

/**
 * Limits on waiting, and the errors that are thrown when one is exceeded. By default, they are the database's errors.
 */
export interface LimitOptions {
  /** Unlimited by default. */
  readonly timeoutMs?: number | undefined;
  /** The limit for all callers combined. Unlimited by default. */
  readonly maxWaiting?: number;
  /** The limit for one caller. */
  readonly maxWaitingPerCaller?: number;
  /**
   * The maximum number of slots that one caller holds. Its other requests wait, even if slots are free. Unlimited by
   * default.
   */
  readonly maxRunningPerCaller?: number;
  /**
   * The maximum number of tasks, of all callers combined, that continue after their slot was released. Beyond it, each
   * task takes up a slot until it ends. Unlimited by default.
   */
  readonly maxContinuing?: number;
  readonly timeoutError?: () => Error;
  readonly tooManyError?: () => Error;
  readonly abortError?: (signal: AbortSignal) => unknown;
}

/** Limits concurrency. Callers above the limit take turns, so that a caller with many requests only delays its own. */
export class ConcurrencyLimit {
  readonly #maxCount: number;
  readonly #options: Required<LimitOptions>;
  readonly #waiting = new FairQueue<Entrant>();
  /** How many slots each caller holds. */
  readonly #runningOf = new Map<string, number>();
  #freeSlots: number;
  /** The number of tasks that continue although their slots were released. */
  #continuingCount = 0;

  constructor(maxCount: number, options: LimitOptions = {}) {
    this.#maxCount = maxCount;
    this.#freeSlots = maxCount;
    this.#options = {
      timeoutMs: undefined,
      maxWaiting: Number.POSITIVE_INFINITY,
      maxWaitingPerCaller: defaultMaxWaitingPerCaller,
      maxRunningPerCaller: Number.POSITIVE_INFINITY,
      maxContinuing: Number.POSITIVE_INFINITY,
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
   * Waits until a slot is free for the caller. Returns a function that releases the slot. If the work continues
   * elsewhere, give that function a promise: until it settles, the slot still counts toward the caller's maximum.
   *
   * @throws the errors of {@link LimitOptions}
   */
  async acquire({
    signal,
    caller,
  }: {
    readonly signal?: AbortSignal | undefined;
    /** The limits per caller do not apply to a request without a caller. */
    readonly caller?: string | undefined;
  } = {}): Promise<(workEnd?: Promise<void>) => void> {
    if (signal?.aborted) throw this.#options.abortError(signal);
    // While a slot is free, only callers at their maximum wait.
    if (this.#hasFreeSlot && this.#mayRun(caller)) this.#occupy(caller);
    else await this.#wait(signal, caller);
    return (workEnd) => {
      this.#freeSlots++;
      if (workEnd) {
        this.#continuingCount++;
        void workEnd.then(() => {
          this.#continuingCount--;
          this.#countDown(caller);
          this.#admitAll();
        });
      } else this.#countDown(caller);
      this.#admitAll();
    };
  }

  get #hasFreeSlot(): boolean {
    return this.#freeSlots > Math.max(0, this.#continuingCount - this.#options.maxContinuing);
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

  #mayRun(caller: string | undefined): boolean {
    if (caller === undefined) return true;
    return (this.#runningOf.get(caller) ?? 0) < this.#options.maxRunningPerCaller;
  }

  #occupy(caller: string | undefined): void {
    this.#freeSlots--;
    if (caller !== undefined) this.#runningOf.set(caller, (this.#runningOf.get(caller) ?? 0) + 1);
  }

  #countDown(caller: string | undefined): void {
    if (caller === undefined) return;
    const running = (this.#runningOf.get(caller) ?? 0) - 1;
    if (running > 0) this.#runningOf.set(caller, running);
    else this.#runningOf.delete(caller);
  }

  #admitAll(): void {
    while (this.#hasFreeSlot) {
      const nextEntrant = this.#waiting.take((entrant) => this.#mayRun(entrant.caller));
      if (!nextEntrant) return;
      this.#occupy(nextEntrant.caller);
      nextEntrant.admit();
    }
  }
}
