import { AcquisitionTimeout } from "../port.ts";
import { canceled } from "../sessions/session.ts";

/** Admits a limited number at a time. The others wait in order of arrival, up to a timeout. */
export class ConcurrencyLimit {
  readonly #timeout: number | undefined;
  readonly #waiting = new Set<() => void>();
  #free: number;

  /** @param timeout in milliseconds, the longest wait; without it, the wait is unlimited */
  constructor(most: number, timeout?: number) {
    this.#free = most;
    this.#timeout = timeout;
  }

  /**
   * Waits for a place, and returns the function that leaves it.
   *
   * @throws {AcquisitionTimeout} {DatabaseError} 57014, when the signal is aborted first
   */
  async enter(signal?: AbortSignal): Promise<() => void> {
    if (signal?.aborted) throw canceled("user request");
    if (this.#free > 0) this.#free--;
    else await this.#place(signal);
    return () => this.#leave();
  }

  #place(signal: AbortSignal | undefined): Promise<void> {
    const { resolve, reject, promise } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    const giveUp = () => reject(new AcquisitionTimeout());
    const timer = this.#timeout ? setTimeout(giveUp, this.#timeout) : undefined;
    const abort = () => reject(canceled("user request"));
    signal?.addEventListener("abort", abort);
    return promise.finally(() => {
      this.#waiting.delete(resolve);
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    });
  }

  #leave(): void {
    const [next] = this.#waiting;
    if (!next) this.#free++;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}
