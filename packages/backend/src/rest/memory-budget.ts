import { MemoryExhausted } from "../database/port.ts";

/** A request that reserves memory until it has been answered. */
export interface Holder {
  /** The reserved size, in bytes. */
  size: number;
  /**
   * Returns whether the request has used up its time. If other requests need the memory, an overdue request is cut off.
   */
  isOverdue(now: number): boolean;
  cutOff(): void;
}

interface Waiting {
  readonly holder: Holder;
  readonly size: number;
  readonly enter: () => void;
  readonly refuse: () => void;
}

/** How long a request may wait for memory, and how many may wait at once. */
export interface QueueLimits {
  readonly timeoutMs: number;
  /** How many other requests may already be waiting. */
  readonly maxWaiting: number;
}

/**
 * A memory budget for bodies and answers of unknown size, which all requests share. The oldest holder is never refused,
 * so that at least one of several growing holders finishes. Callers must limit the size of a single holder themselves.
 */
export class MemoryBudget {
  readonly #limit: number;
  readonly #holders = new Set<Holder>();
  readonly #waiting = new Set<Waiting>();
  #reserved = 0;

  /** @param limit in bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  hasRoomFor(size: number): boolean {
    return this.#reserved === 0 || this.#reserved + size <= this.#limit;
  }

  #admits({ holder, size }: Pick<Waiting, "holder" | "size">): boolean {
    const [oldest] = this.#holders;
    return holder === oldest || this.hasRoomFor(size);
  }

  /** Reserves more bytes for a holder if they are free, and returns whether it did. */
  tryReserve(holder: Holder, size: number): boolean {
    if (!this.#admits({ holder, size })) this.#cutOffOverdue();
    if (!this.#admits({ holder, size })) return false;
    this.#reserve(holder, size);
    return true;
  }

  /**
   * Waits until the bytes are free that {@link tryReserve} could not reserve.
   *
   * @throws {MemoryExhausted} after the timeout, or at once if too many requests wait already
   */
  async waitFor(holder: Holder, size: number, queueing: QueueLimits): Promise<void> {
    if (this.#waiting.size >= queueing.maxWaiting) throw new MemoryExhausted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const refuse = () => reject(new MemoryExhausted());
    const one = { holder, size, enter: () => resolve(this.#reserve(holder, size)), refuse };
    this.#waiting.add(one);
    const timer = setTimeout(refuse, queueing.timeoutMs);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(one);
    }
  }

  /** Frees everything that a holder has reserved, and rejects its pending reservation. */
  release(holder: Holder): void {
    for (const one of this.#waiting) {
      if (one.holder !== holder) continue;
      this.#waiting.delete(one);
      one.refuse();
    }
    if (!this.#holders.delete(holder)) return;
    this.#reserved -= holder.size;
    holder.size = 0;
    for (const one of this.#waiting) {
      if (!this.#admits(one)) continue;
      this.#waiting.delete(one);
      one.enter();
    }
  }

  #reserve(holder: Holder, size: number): void {
    this.#reserved += size;
    holder.size += size;
    this.#holders.add(holder);
  }

  #cutOffOverdue(): void {
    const now = performance.now();
    for (const holder of this.#holders) if (holder.isOverdue(now)) holder.cutOff();
  }
}
