import type { HttpBindings } from "@hono/node-server";
import { type LongTexts, MemoryExhausted } from "../database/port.ts";
import type { Holder, MemoryBudget } from "./memory-budget.ts";

/** Each that waits has a connection to the database in its hands. */
const queueing = { timeout: 2_000, maxWaiting: 2 };

/** In milliseconds. Who takes longer to read a slice may be cut off. */
const slow = 10_000;

/** In bytes, what is handed to the socket at a time. */
const slice = 256 * 1024;

/**
 * A long answer, from the database to the socket. While it is held it takes room; what there is no room
 * for is refused, before the database has sent it. Short answers take none.
 */
export class UnsentAnswer implements LongTexts, Holder {
  size = 0;
  readonly #budget: MemoryBudget;
  #sent = 0;
  #lastSliceAt: number | undefined;
  #stream: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  /** Cuts the reader off. */
  #hangUp: (() => void) | undefined;

  constructor(budget: MemoryBudget) {
    this.#budget = budget;
  }

  /** Whether it would be admitted now, of whatever size up to the one given. */
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
   * Sends it as fast as it is read. There is room again when the operating system has taken the last of
   * it, or the reader has gone: until then the slice that waits for the socket keeps all of it.
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

  /** Whether what becomes of it will be known. */
  #watch({ incoming, outgoing }: Partial<HttpBindings>): boolean {
    if (!incoming || !outgoing) return false;
    // Of several answers that wait for their turn on one connection, those behind never hear of its end.
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

  /** There is nothing of it, or no more, to be sent. */
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
