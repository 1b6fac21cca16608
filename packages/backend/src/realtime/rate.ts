/** In milliseconds. The window is that of supabase/realtime (`tenants.ex`): twelve buckets of five seconds. */
const bucketLength = 5_000;
const bucketCount = 12;

/** How many callers are counted at a time. Of more, those that were not seen for longest are forgotten. */
const mostCallers = 10_000;

/** Counts events over the last minute for each caller apart. */
export class Rates {
  readonly #limit: number;
  readonly #byCaller = new Map<string, Rate>();

  /** @param limit of a caller for each second, on average */
  constructor(limit: number) {
    this.#limit = limit;
  }

  of(caller: string): Rate {
    const rate = this.#byCaller.get(caller) ?? new Rate(this.#limit);
    this.#byCaller.delete(caller);
    this.#byCaller.set(caller, rate);
    const [oldest] = this.#byCaller.keys();
    if (this.#byCaller.size > mostCallers && oldest !== undefined) this.#byCaller.delete(oldest);
    return rate;
  }
}

/** Counts events over the last minute. */
export class Rate {
  readonly #limit: number;
  readonly #buckets: number[] = [];
  #bucket = 0;
  #sum = 0;

  /** @param limit for each second, on average */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Events for each second of the last minute, or of the time since the first. */
  get perSecond(): number {
    this.#turn();
    return this.#buckets.length === 0
      ? 0
      : this.#sum / ((this.#buckets.length * bucketLength) / 1_000);
  }

  /** Counts events. Returns false when there were more than the limit. */
  add(count = 1): boolean {
    this.#turn();
    if (this.#buckets.length === 0) this.#buckets.push(0);
    this.#buckets[0] = (this.#buckets[0] ?? 0) + count;
    this.#sum += count;
    return this.perSecond <= this.#limit;
  }

  #turn(): void {
    const now = Math.floor(performance.now() / bucketLength);
    const passed = Math.min(now - this.#bucket, bucketCount);
    this.#bucket = now;
    if (this.#buckets.length === 0) return;
    for (let count = 0; count < passed; count++) {
      this.#buckets.unshift(0);
      if (this.#buckets.length > bucketCount) this.#sum -= this.#buckets.pop() ?? 0;
    }
    if (this.#sum === 0) this.#buckets.length = 0;
  }
}
