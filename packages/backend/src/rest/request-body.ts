import type { Context } from "hono";
import { ChunkBuffer, incomingBody } from "../http/body.ts";
import { bodyTooLarge, bodyTooSlow, type RestError } from "./errors.ts";
import type { Holder, MemoryBudget } from "./memory-budget.ts";

/** A longer body reserves memory, and is only read for callers with write access. */
const maxUnreservedBytes = 64 * 1024;

/** Many requests may wait, because a waiting request only holds the part of the body that has arrived. */
const queueing = { timeoutMs: 30_000, maxWaiting: 100 };

/** A body that takes longer may be cut off. */
const overdueMs = 60_000;

/** A body over the limit is read up to twice the limit, because a client that is cut off may not see the answer. */
const readLimitFactor = 2;

/** The body of a request. A long body reserves memory from its first byte until the answer is ready. */
export class RequestBody implements Holder {
  size = 0;
  readonly #budget: MemoryBudget;
  readonly #limit: number;
  #arrivingSince: number | undefined;
  readonly #tooSlow = Promise.withResolvers<never>();

  /** @param limit the largest body, in bytes */
  constructor(budget: MemoryBudget, limit: number) {
    this.#budget = budget;
    this.#limit = limit;
    this.#tooSlow.promise.catch(() => {});
  }

  /**
   * Reads the body up to the limit, whatever its Content-Length is.
   *
   * @param beforeLong called before a long body is read; its errors are passed on
   * @throws {RestError} 408, 413
   * @throws {MemoryExhausted}
   */
  async read(context: Context, beforeLong: () => Promise<void>): Promise<Uint8Array<ArrayBuffer>> {
    const announced = Number(context.req.header("content-length"));
    if (announced > maxUnreservedBytes) await beforeLong();
    let isLong = announced > maxUnreservedBytes;
    this.#arrivingSince = performance.now();
    const pieces = new ChunkBuffer();
    let size = 0;
    const body = incomingBody(context).body?.[Symbol.asyncIterator]();
    for (;;) {
      const next = await Promise.race([body?.next(), this.#tooSlow.promise]);
      if (!next || next.done) break;
      size += next.value.byteLength;
      if (size > this.#limit * readLimitFactor) break;
      if (size > this.#limit) continue;
      pieces.add(next.value);
      if (size <= maxUnreservedBytes) continue;
      if (!isLong) {
        await beforeLong();
        isLong = true;
      }
      await this.reserve(size - this.size);
    }
    this.#arrivingSince = undefined;
    if (size > this.#limit) throw bodyTooLarge(this.#limit);
    return pieces.concat();
  }

  /**
   * Reserves more bytes.
   *
   * @throws {MemoryExhausted}
   */
  async reserve(size: number): Promise<void> {
    if (!this.#budget.tryReserve(this, size)) await this.#budget.waitFor(this, size, queueing);
  }

  /** Frees the memory, because the body is no longer needed. */
  release(): void {
    this.#budget.release(this);
  }

  isOverdue(now: number): boolean {
    return this.#arrivingSince !== undefined && now - this.#arrivingSince > overdueMs;
  }

  cutOff(): void {
    this.#tooSlow.reject(bodyTooSlow() satisfies RestError);
    this.release();
  }
}
