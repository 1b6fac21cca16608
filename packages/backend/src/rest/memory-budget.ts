import { MemoryExhausted } from "../database/errors.ts";

/** A request that reserves memory until its response has been sent. */
export interface MemoryHolder {
  /** The reserved size, in bytes. */
  size: number;
  /**
   * Returns whether the request has used up its time. If other requests need the memory, an overdue request is cut off.
   */
  isOverdue(now: number): boolean;
  cutOff(): void;
}

interface WaitingRequest {
  readonly holder: MemoryHolder;
  readonly size: number;
  readonly admit: () => void;
  readonly refuse: () => void;
}

/** The limits for requests that wait for memory. */
export interface QueueLimits {
  readonly timeoutMs: number;
  /** The maximum number of other requests that may already be waiting. */
  readonly maxWaiting: number;
}

/**
 * A memory budget for bodies and responses of unknown size, which all requests share. The oldest holder is never
 * refused, so that at least one of several growing holders finishes. Callers must limit the size of a single holder
 * themselves.
 */
export class MemoryBudget {
  readonly #limit: number;
  readonly #holders = new Set<MemoryHolder>();
  readonly #waiters = new Set<WaitingRequest>();
  #reserved = 0;

  /** @param limit the size of the budget in bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  hasRoomFor(size: number): boolean {
    return this.#reserved === 0 || this.#reserved + size <= this.#limit;
  }

  #admits({ holder, size }: Pick<WaitingRequest, "holder" | "size">): boolean {
    const [oldest] = this.#holders;
    return holder === oldest || this.hasRoomFor(size);
  }

  /** Reserves more bytes for a holder if they are free. Returns whether it has reserved them. */
  tryReserve(holder: MemoryHolder, size: number): boolean {
    if (!this.#admits({ holder, size })) this.#cutOffOverdue();
    if (!this.#admits({ holder, size })) return false;
    this.#reserve(holder, size);
    return true;
  }

  /**
   * Waits until `size` bytes are free, and reserves them. Call this after {@link tryReserve} has returned false.
   *
   * @throws {MemoryExhausted} after the timeout, or immediately if too many requests are already waiting
   */
  async waitFor(holder: MemoryHolder, size: number, queueLimits: QueueLimits): Promise<void> {
    if (this.#waiters.size >= queueLimits.maxWaiting) throw new MemoryExhausted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const refuse = () => reject(new MemoryExhausted());
    const waiter = { holder, size, admit: () => resolve(this.#reserve(holder, size)), refuse };
    this.#waiters.add(waiter);
    const timer = setTimeout(refuse, queueLimits.timeoutMs);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      this.#waiters.delete(waiter);
    }
  }

  /** Frees everything that a holder has reserved, and rejects its pending reservation. */
  release(holder: MemoryHolder): void {
    for (const waiter of this.#waiters) {
      if (waiter.holder !== holder) continue;
      this.#waiters.delete(waiter);
      waiter.refuse();
    }
    if (!this.#holders.delete(holder)) return;
    this.#reserved -= holder.size;
    holder.size = 0;
    for (const waiter of this.#waiters) {
      if (!this.#admits(waiter)) continue;
      this.#waiters.delete(waiter);
      waiter.admit();
    }
  }

  #reserve(holder: MemoryHolder, size: number): void {
    this.#reserved += size;
    holder.size += size;
    this.#holders.add(holder);
  }

  #cutOffOverdue(): void {
    const now = performance.now();
    for (const holder of this.#holders) if (holder.isOverdue(now)) holder.cutOff();
  }
}
