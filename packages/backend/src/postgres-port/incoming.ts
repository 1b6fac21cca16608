import type { Socket } from "node:net";
import { frameHeaderBytes } from "../database/sessions/frames.ts";
import { fatalError } from "./messages.ts";

/** The maximum length of an authenticated client's message. The embedded database has at most 512 MB of memory. */
export const maxMessageBytes = 64 * 1024 * 1024;
/** Above this number of unprocessed bytes, reading from the client pauses. */
const maxBufferedBytes = 1024 * 1024;

/** A received message, including its header. */
export interface Message {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Buffers the bytes that a client sends. */
export class Incoming {
  readonly #socket: Socket;
  #chunks: Buffer[] = [];
  #length = 0;
  #changed = Promise.withResolvers<void>();
  #hasEnded = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#length += chunk.length;
      if (this.#length > maxBufferedBytes) socket.pause();
      this.wake();
    });
    for (const event of ["end", "close", "error"]) {
      socket.on(event, () => {
        this.#hasEnded = true;
        this.wake();
      });
    }
  }

  /** Returns whether the client has disconnected. Some of its bytes may still be unread. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Resolves when bytes arrive, the client disconnects, or {@link wake} is called. */
  waitForChange(): Promise<void> {
    return this.#changed.promise;
  }

  wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  /** Waits for a number of bytes. Resolves with undefined if the client disconnects first. */
  async takeBytes(count: number): Promise<Buffer | undefined> {
    for (;;) {
      const bytes = this.#take(count);
      if (bytes || this.#hasEnded) return bytes;
      await this.waitForChange();
    }
  }

  /** Returns the type of the next message, which may still be incomplete. */
  get nextType(): string | undefined {
    const header = this.#peek(frameHeaderBytes);
    return header && String.fromCharCode(header[0] ?? 0);
  }

  /**
   * Takes the next message if it is complete.
   *
   * @throws {DatabaseError} if it is longer than the limit
   */
  takeMessage(maxBytes: number): Message | undefined {
    const header = this.#peek(frameHeaderBytes);
    if (!header) return undefined;
    const length = header.readInt32BE(1);
    if (length < 4 || length > maxBytes) throw fatalError("08P01", "invalid message length");
    const bytes = this.#take(length + 1, maxBytes);
    return bytes && { type: String.fromCharCode(bytes[0] ?? 0), bytes };
  }

  #peek(count: number): Buffer | undefined {
    if (this.#length < count) return undefined;
    const [firstChunk] = this.#chunks;
    if (firstChunk && firstChunk.length >= count) return firstChunk;
    this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0];
  }

  #take(count: number, maxBytes = maxBufferedBytes): Buffer | undefined {
    if (this.#length < count) {
      // Continue to read, because the rest of a long message is missing.
      if (this.#length < maxBytes) this.#socket.resume();
      return undefined;
    }
    const buffered = this.#peek(count);
    if (!buffered) return undefined;
    const remaining = buffered.subarray(count);
    this.#chunks.shift();
    if (remaining.length > 0) this.#chunks.unshift(remaining);
    this.#length -= count;
    if (this.#length <= maxBufferedBytes) this.#socket.resume();
    return buffered.subarray(0, count);
  }
}
