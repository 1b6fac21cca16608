import { AcquisitionTimeout } from "./port.ts";
import { canceled } from "./session.ts";

/** Lets so many in at a time. The others wait, first come first served, and not for ever. */
export class ConcurrencyLimit {
  readonly #patience: number | undefined;
  readonly #waiting = new Set<() => void>();
  #free: number;

  /** @param patience in milliseconds, the longest that anybody waits; for ever without it */
  constructor(most: number, patience?: number) {
    this.#free = most;
    this.#patience = patience;
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
    const impatience = this.#patience ? setTimeout(giveUp, this.#patience) : undefined;
    const abort = () => reject(canceled("user request"));
    signal?.addEventListener("abort", abort);
    return promise.finally(() => {
      this.#waiting.delete(resolve);
      clearTimeout(impatience);
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
