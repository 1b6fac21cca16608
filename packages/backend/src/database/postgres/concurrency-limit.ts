import { FairQueue, mostWaitingOfCaller, type Queued } from "../fair-queue.ts";
import { AcquisitionTimeout, TooManyWaiting } from "../port.ts";
import { canceled } from "../sessions/session.ts";

interface Entrant extends Queued {
  readonly admit: () => void;
}

/** Admits a limited number at a time. Callers take turns at waiting for a place, up to a timeout. */
export class ConcurrencyLimit {
  readonly #timeout: number | undefined;
  readonly #waiting = new FairQueue<Entrant>();
  #free: number;

  /** @param timeout in milliseconds, the longest wait; without it, the wait is unlimited */
  constructor(most: number, timeout?: number) {
    this.#free = most;
    this.#timeout = timeout;
  }

  /**
   * Waits for a place, and returns the function that leaves it.
   *
   * @throws {AcquisitionTimeout | TooManyWaiting} {DatabaseError} 57014, when the signal is aborted first
   */
  async enter({
    signal,
    caller,
  }: {
    readonly signal?: AbortSignal | undefined;
    readonly caller?: string | undefined;
  } = {}): Promise<() => void> {
    if (signal?.aborted) throw canceled("user request");
    if (this.#free > 0) this.#free--;
    else await this.#place(signal, caller);
    return () => this.#leave();
  }

  async #place(signal: AbortSignal | undefined, caller: string | undefined): Promise<void> {
    if (caller !== undefined && this.#waiting.countOf(caller) >= mostWaitingOfCaller) {
      throw new TooManyWaiting();
    }
    const { resolve, reject, promise } = Promise.withResolvers<void>();
    const entrant = { caller, waitingSince: performance.now(), admit: resolve };
    this.#waiting.add(entrant);
    const giveUp = () => reject(new AcquisitionTimeout());
    const timer = this.#timeout ? setTimeout(giveUp, this.#timeout) : undefined;
    const abort = () => reject(canceled("user request"));
    signal?.addEventListener("abort", abort);
    try {
      await promise;
    } catch (error) {
      this.#waiting.remove((waiting) => waiting === entrant);
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  }

  #leave(): void {
    const next = this.#waiting.take();
    if (next) next.admit();
    else this.#free++;
  }
}
