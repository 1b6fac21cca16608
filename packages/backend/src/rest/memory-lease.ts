import type { HttpBindings } from "@hono/node-server";
import { MemoryExhausted } from "../database/errors.ts";
import type { LongTexts } from "../database/port.ts";
import type { MemoryBudget, MemoryHolder } from "./memory-budget.ts";

/** Only a few requests may wait, because each of them holds a connection to the database. */
const queueLimits = { timeoutMs: 2_000, maxWaiting: 2 };

/**
 * A response may be cut off when its client has not read anything for this long.
 */
const overdueMs = 10_000;

const sliceBytes = 256 * 1024;

/**
 * Reserves memory for a long response until it has been sent. If the response does not fit, it is refused before the
 * database sends it. Short responses reserve nothing.
 */
export class MemoryLease implements LongTexts, MemoryHolder {
  size = 0;
  readonly #budget: MemoryBudget;
  #sentBytes = 0;
  #lastSliceAt: number | undefined;
  #stream: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  /** Closes the client's connection. */
  #closeConnection: (() => void) | undefined;

  constructor(budget: MemoryBudget) {
    this.#budget = budget;
  }

  /** Returns whether a response of up to this size would be admitted now. */
  hasRoomFor(size: number): boolean {
    return this.#budget.hasRoomFor(size);
  }

  admit(size: number): Promise<void> | undefined {
    return this.#budget.tryReserve(this, size)
      ? undefined
      : this.#budget.waitFor(this, size, queueLimits);
  }

  admitNow(size: number): void {
    if (!this.#budget.tryReserve(this, size)) throw new MemoryExhausted();
  }

  /**
   * Sends the response as fast as the client reads it. The memory is released when the operating system has accepted
   * the last byte, or the client has disconnected. It cannot be released earlier, because each slice that waits for the
   * socket keeps the complete response in memory.
   */
  stream(
    body: Uint8Array<ArrayBuffer>,
    connection: Partial<HttpBindings> = {},
  ): ReadableStream<Uint8Array<ArrayBuffer>> {
    this.#lastSliceAt = performance.now();
    const canDetectEnd = this.#watch(connection);
    return new ReadableStream(
      {
        start: (controller) => {
          this.#stream = controller;
        },
        pull: (controller) => {
          controller.enqueue(body.subarray(this.#sentBytes, this.#sentBytes + sliceBytes));
          this.#sentBytes += sliceBytes;
          this.#lastSliceAt = performance.now();
          if (this.#sentBytes < body.length) return;
          controller.close();
          if (!canDetectEnd) this.release();
        },
        cancel: () => this.release(),
      },
      { highWaterMark: 0 },
    );
  }

  /** Releases the memory at the end of the response. Returns false if the end cannot be observed. */
  #watch({ incoming, outgoing }: Partial<HttpBindings>): boolean {
    if (!incoming || !outgoing) return false;
    // Listen to the socket as well: if a connection with several pipelined responses closes, only the first response
    // emits an event.
    const { socket } = incoming;
    if (socket.destroyed) {
      this.release();
      return false;
    }
    const finish = () => {
      socket.off("close", finish);
      this.release();
    };
    socket.setMaxListeners(0);
    socket.once("close", finish);
    outgoing.once("finish", finish);
    this.#closeConnection = () => socket.destroy();
    return true;
  }

  /** Releases the memory, because nothing of the response remains to be sent. */
  release(): void {
    this.#budget.release(this);
  }

  isOverdue(now: number): boolean {
    return this.#lastSliceAt !== undefined && now - this.#lastSliceAt > overdueMs;
  }

  cutOff(): void {
    this.#stream?.error(new Error("The response was read too slowly."));
    this.#closeConnection?.();
    this.release();
  }
}
