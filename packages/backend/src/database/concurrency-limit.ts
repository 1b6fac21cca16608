import { AcquisitionTimeout } from "./port.ts";
import { canceled } from "./session.ts";

/** Lets so many in at a time. The others wait, first come first served, and not for ever. */
export class ConcurrencyLimit {
  readonly #timeout: number | undefined;
  readonly #waiting = new Set<() => void>();
  #free: number;

  /** @param timeout in milliseconds, the longest that anybody waits; for ever without it */
  constructor(most: number, timeout?: number) {
    this.#free = most;
    this.#timeout = timeout;
  }

  /**
   * Waits for a place, and gives what leaves it.
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
