import type { HttpBindings } from "@hono/node-server";
import { type LongTexts, MemoryExhausted } from "../database/port.ts";
import type { Holder, MemoryBudget } from "./memory-budget.ts";

/** Each waiting answer holds a connection to the database. */
const queueing = { timeout: 2_000, maxWaiting: 2 };

/** In milliseconds. A reader who takes longer for a slice may be cut off. */
const slow = 10_000;

/** In bytes: how much is handed to the socket at a time. */
const slice = 256 * 1024;

/**
 * A long answer, on its way from the database to the socket. It reserves memory as long as it is held. An
 * answer that does not fit is refused before the database has sent it. Short answers reserve none.
 */
export class UnsentAnswer implements LongTexts, Holder {
  size = 0;
  readonly #budget: MemoryBudget;
  #sent = 0;
  #lastSliceAt: number | undefined;
  #stream: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  /** Closes the reader's connection. */
  #hangUp: (() => void) | undefined;

  constructor(budget: MemoryBudget) {
    this.#budget = budget;
  }

  /** True when an answer of up to the given size would be admitted now. */
  isSureOfRoom(size: number): boolean {
    return this.#budget.hasRoomFor(size);
  }

  admit(size: number): Promise<void> | undefined {
    return this.#budget.tryReserve(this, size)
      ? undefined
      : this.#budget.waitFor(this, size, queueing);
  }

  admitNow(size: number): void {
    if (!this.#budget.tryReserve(this, size)) throw new MemoryExhausted();
  }

  /**
   * Sends the answer as fast as it is read. The memory is free again when the operating system has taken the
   * last byte, or the reader has gone. Until then, the slice that waits for the socket keeps the whole answer
   * alive.
   */
  stream(
    body: Uint8Array<ArrayBuffer>,
    connection: Partial<HttpBindings> = {},
  ): ReadableStream<Uint8Array<ArrayBuffer>> {
    this.#lastSliceAt = performance.now();
    const isWatched = this.#watch(connection);
    return new ReadableStream(
      {
        start: (controller) => {
          this.#stream = controller;
        },
        pull: (controller) => {
          controller.enqueue(body.subarray(this.#sent, this.#sent + slice));
          this.#sent += slice;
          this.#lastSliceAt = performance.now();
          if (this.#sent < body.length) return;
          controller.close();
          if (!isWatched) this.release();
        },
        cancel: () => this.release(),
      },
      { highWaterMark: 0 },
    );
  }

  /** Watches for the end of the answer; false when it cannot be observed. */
  #watch({ incoming, outgoing }: Partial<HttpBindings>): boolean {
    if (!incoming || !outgoing) return false;
    // Of several answers in a row on one connection, those behind get no event when it closes.
    const { socket } = incoming;
    if (socket.destroyed) {
      this.release();
      return false;
    }
    const over = () => {
      socket.off("close", over);
      this.release();
    };
    socket.setMaxListeners(0);
    socket.once("close", over);
    outgoing.once("finish", over);
    this.#hangUp = () => socket.destroy();
    return true;
  }

  /** Frees the memory: nothing of the answer remains to be sent. */
  release(): void {
    this.#budget.release(this);
  }

  isOverdue(now: number): boolean {
    return this.#lastSliceAt !== undefined && now - this.#lastSliceAt > slow;
  }

  cutOff(): void {
    this.#stream?.error(new Error("The answer was read too slowly."));
    this.#hangUp?.();
    this.release();
  }
}
