import { FairQueue, mostWaitingOfCaller, type Queued } from "../fair-queue.ts";
import { AcquisitionTimeout, TooManyWaiting } from "../port.ts";
import { canceled } from "../sessions/session.ts";

interface Entrant extends Queued {
  readonly admit: () => void;
}

/** Limits concurrency. Callers above the limit wait in turns, up to a timeout. */
export class ConcurrencyLimit {
  readonly #timeoutMs: number | undefined;
  readonly #waiting = new FairQueue<Entrant>();
  #free: number;

  /** @param timeoutMs the maximum wait; unlimited by default */
  constructor(maxCount: number, timeoutMs?: number) {
    this.#free = maxCount;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Waits until a slot is free. Returns a function that releases the slot.
   *
   * @throws {AcquisitionTimeout | TooManyWaiting}
   * @throws {DatabaseError} 57014 if the signal is aborted first
   */
  async acquire({
    signal,
    caller,
  }: {
    readonly signal?: AbortSignal | undefined;
    readonly caller?: string | undefined;
  } = {}): Promise<() => void> {
    if (signal?.aborted) throw canceled("user request");
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal, caller);
    return () => this.#release();
  }

  async #wait(signal: AbortSignal | undefined, caller: string | undefined): Promise<void> {
    if (caller !== undefined && this.#waiting.countOf(caller) >= mostWaitingOfCaller) {
      throw new TooManyWaiting();
    }
    const { resolve, reject, promise } = Promise.withResolvers<void>();
    const entrant = { caller, waitingSince: performance.now(), admit: resolve };
    this.#waiting.add(entrant);
    // At once: a slot that is released before the rejection is handled must not go to this entrant.
    const leave = (reason: unknown) => {
      this.#waiting.remove((waiting) => waiting === entrant);
      reject(reason);
    };
    const onTimeout = () => leave(new AcquisitionTimeout());
    const timer = this.#timeoutMs ? setTimeout(onTimeout, this.#timeoutMs) : undefined;
    const abort = () => leave(canceled("user request"));
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
