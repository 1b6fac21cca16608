import type { Context } from "hono";
import { ChunkBuffer, incomingBody } from "../http/body/body.ts";
import { bodyTooLarge, bodyTooSlow, type RestError } from "./errors.ts";
import type { MemoryBudget, MemoryHolder } from "./memory-budget.ts";

/** Bodies above this size reserve memory, and are only read for callers with write access. */
const maxUnreservedBytes = 64 * 1024;

/** Many requests may wait, because a waiting request only holds the part of the body that has arrived. */
const queueLimits = { timeoutMs: 30_000, maxWaiting: 100 };

/** If other requests need memory, a body that takes longer than this is cut off. */
const overdueMs = 60_000;

/**
 * A body above the limit is read up to twice the limit before it is refused, because a client whose upload is cut off
 * may not see the response.
 */
const readLimitFactor = 2;

/** The body of a request. A long body reserves memory from its first byte until the response is ready. */
export class RequestBody implements MemoryHolder {
  size = 0;
  readonly #budget: MemoryBudget;
  readonly #limit: number;
  #readStartedAt: number | undefined;
  readonly #tooSlow = Promise.withResolvers<never>();

  /** @param limit the maximum size of the body in bytes */
  constructor(budget: MemoryBudget, limit: number) {
    this.#budget = budget;
    this.#limit = limit;
    this.#tooSlow.promise.catch(() => {});
  }

  /**
   * Reads the body up to the limit, whatever its Content-Length is.
   *
   * @param onLongBody called before a long body is read. Its errors are rethrown.
   * @throws {RestError} 408, 413
   * @throws {MemoryExhausted}
   */
  async read(context: Context, onLongBody: () => Promise<void>): Promise<Uint8Array<ArrayBuffer>> {
    const declaredBytes = Number(context.req.header("content-length"));
    if (declaredBytes > maxUnreservedBytes) await onLongBody();
    let isLong = declaredBytes > maxUnreservedBytes;
    this.#readStartedAt = performance.now();
    const chunks = new ChunkBuffer();
    let size = 0;
    const body = incomingBody(context).body?.[Symbol.asyncIterator]();
    for (;;) {
      const result = await Promise.race([body?.next(), this.#tooSlow.promise]);
      if (!result || result.done) break;
      size += result.value.byteLength;
      if (size > this.#limit * readLimitFactor) break;
      if (size > this.#limit) continue;
      chunks.add(result.value);
      if (size <= maxUnreservedBytes) continue;
      if (!isLong) {
        await onLongBody();
        isLong = true;
      }
      await this.reserve(size - this.size);
    }
    this.#readStartedAt = undefined;
    if (size > this.#limit) throw bodyTooLarge(this.#limit);
    return chunks.concat();
  }

  /**
   * Reserves more bytes.
   *
   * @throws {MemoryExhausted}
   */
  async reserve(size: number): Promise<void> {
    if (!this.#budget.tryReserve(this, size)) await this.#budget.waitFor(this, size, queueLimits);
  }

  /** Frees the memory, because the body is no longer needed. */
  release(): void {
    this.#budget.release(this);
  }

  isOverdue(now: number): boolean {
    return this.#readStartedAt !== undefined && now - this.#readStartedAt > overdueMs;
  }

  cutOff(): void {
    this.#tooSlow.reject(bodyTooSlow() satisfies RestError);
    this.release();
  }
}
