/** The window consists of twelve buckets of five seconds, as in supabase/realtime (`tenants.ex`). */
const bucketMs = 5_000;
const bucketCount = 12;

/** Above this number of callers, the least recently seen ones are dropped to bound memory. */
const maxCallers = 10_000;

/** Counts events over the last minute, separately for each caller. */
export class CallerRates {
  readonly #limit: number;
  readonly #byCaller = new Map<string, RollingRate>();

  /** @param limit events per second and caller, averaged over the window */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get(caller: string): RollingRate {
    const rate = this.#byCaller.get(caller) ?? new RollingRate(this.#limit);
    this.#byCaller.delete(caller);
    this.#byCaller.set(caller, rate);
    const [oldest] = this.#byCaller.keys();
    if (this.#byCaller.size > maxCallers && oldest !== undefined) this.#byCaller.delete(oldest);
    return rate;
  }
}

/** Counts events over the last minute. */
export class RollingRate {
  readonly #limit: number;
  readonly #buckets: number[] = [];
  #currentBucket = 0;
  #sum = 0;

  /** @param limit events per second, averaged over the window */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Returns events per second over the last minute, or since the first event if that is more recent. */
  get perSecond(): number {
    this.#advance();
    return this.#buckets.length === 0 ? 0 : this.#sum / ((this.#buckets.length * bucketMs) / 1_000);
  }

  /** Counts events. Returns false if the rate is now above the limit. */
  add(count = 1): boolean {
    this.#advance();
    if (this.#buckets.length === 0) this.#buckets.push(0);
    this.#buckets[0] = (this.#buckets[0] ?? 0) + count;
    this.#sum += count;
    return this.perSecond <= this.#limit;
  }

  #advance(): void {
    const now = Math.floor(performance.now() / bucketMs);
    const elapsed = Math.min(now - this.#currentBucket, bucketCount);
    this.#currentBucket = now;
    if (this.#buckets.length === 0) return;
    for (let count = 0; count < elapsed; count++) {
      this.#buckets.unshift(0);
      if (this.#buckets.length > bucketCount) this.#sum -= this.#buckets.pop() ?? 0;
    }
    if (this.#sum === 0) this.#buckets.length = 0;
  }
}
