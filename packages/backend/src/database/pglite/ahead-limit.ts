/** The maximum number of requests that are sent ahead. It is reached when all requests are short. */
const maxCount = 64;
/** How long all requests that were sent ahead may take in total. The next caller has to wait for all of them. */
const maxTotalMs = 50;

/** Limits how many requests are sent to the database's thread ahead of time, based on their recent durations. */
export class AheadLimit {
  #count = maxCount;
  /** The moving average of a request's duration. */
  #averageMs = 0;
  #answeredAt = 0;

  /** How many requests may currently be sent ahead. */
  get count(): number {
    return this.#count;
  }

  /** Adapts the limit to the duration of a request that has just been answered. Times are as in `performance.now()`. */
  adapt(startedAt: number, now: number): void {
    const durationMs = now - Math.max(startedAt, this.#answeredAt);
    this.#answeredAt = now;
    this.#averageMs += (durationMs - this.#averageMs) / 4;
    this.#count = Math.max(1, Math.min(maxCount, Math.floor(maxTotalMs / this.#averageMs)));
  }
}
