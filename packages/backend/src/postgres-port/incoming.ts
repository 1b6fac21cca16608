import type { Socket } from "node:net";
import { frameHeader } from "../database/sessions/frames.ts";
import { refusal } from "./messages.ts";

/** In bytes, of a program that has proven who it is. The memory of the embedded database ends at 512 MB. */
export const longestMessage = 64 * 1024 * 1024;
/** In bytes: beyond it the program is not read from until what came has been used. */
const mostBuffered = 1024 * 1024;

/** A message as it came, with its header. */
export interface Frame {
  readonly type: string;
  readonly bytes: Buffer;
}

/** A program's bytes, taken when they are wanted. */
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
      if (this.#length > mostBuffered) socket.pause();
      this.wake();
    });
    for (const event of ["end", "close", "error"]) {
      socket.on(event, () => {
        this.#hasEnded = true;
        this.wake();
      });
    }
  }

  /** True when the program is gone, even if something that it sent is left. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Something came, the program went, or {@link wake} was called. */
  changed(): Promise<void> {
    return this.#changed.promise;
  }

  wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  /** Waits for so many bytes, without their header; undefined when they do not come. */
  async bytes(count: number): Promise<Buffer | undefined> {
    for (;;) {
      const taken = this.#take(count);
      if (taken || this.#hasEnded) return taken;
      await this.changed();
    }
  }

  /** The type of the next message, of which the rest may have to come. */
  get nextType(): string | undefined {
    const header = this.#peek(frameHeader);
    return header && String.fromCharCode(header[0] ?? 0);
  }

  /**
   * Takes a message, if a whole one is there.
   *
   * @throws {DatabaseError} when it is longer than it may be
   */
  frame(longest: number): Frame | undefined {
    const header = this.#peek(frameHeader);
    if (!header) return undefined;
    const length = header.readInt32BE(1);
    if (length < 4 || length > longest) throw refusal("08P01", "invalid message length");
    const bytes = this.#take(length + 1, longest);
    return bytes && { type: String.fromCharCode(bytes[0] ?? 0), bytes };
  }

  #peek(count: number): Buffer | undefined {
    if (this.#length < count) return undefined;
    const [first] = this.#chunks;
    if (first && first.length >= count) return first;
    this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0];
  }

  #take(count: number, room = mostBuffered): Buffer | undefined {
    if (this.#length < count) {
      // The rest of a long message has to come.
      if (this.#length < room) this.#socket.resume();
      return undefined;
    }
    const whole = this.#peek(count);
    if (!whole) return undefined;
    const rest = whole.subarray(count);
    this.#chunks.shift();
    if (rest.length > 0) this.#chunks.unshift(rest);
    this.#length -= count;
    if (this.#length <= mostBuffered) this.#socket.resume();
    return whole.subarray(0, count);
  }
}
