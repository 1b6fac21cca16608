import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import { frame } from "../sessions/frames.ts";

/**
 * How the bytes of a program's own connection reach PostgreSQL in its thread, and leave it. PostgreSQL asks
 * for more in the middle of a statement (COPY FROM STDIN), and answers more than the program can take at
 * once. The thread sleeps then, and is woken by words that it shares with the main thread.
 */

// The indexes of the shared words.
/** How many pieces were sent to the thread. */
const fed = 0;
/** How many bytes of its answers were taken; it wraps around. */
const taken = 1;

export function conversationWords(): SharedArrayBuffer {
  return new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
}

/** A piece of what the program sends while its statement runs. */
export interface Piece {
  /** The request that it belongs to. */
  readonly number: number;
  readonly bytes: Uint8Array;
}

/** The main thread's side. */
export class Feeder {
  readonly #words: Int32Array;
  readonly #port: MessagePort;

  constructor(words: SharedArrayBuffer, port: MessagePort) {
    this.#words = new Int32Array(words);
    this.#port = port;
  }

  feed(piece: Piece): void {
    this.#port.postMessage(piece);
    Atomics.add(this.#words, fed, 1);
    Atomics.notify(this.#words, fed);
  }

  /** So many bytes of answers have reached the program. */
  took(bytes: number): void {
    Atomics.add(this.#words, taken, bytes);
    Atomics.notify(this.#words, taken);
  }
}

/** In bytes: how far answers may be ahead of the program that reads them. */
const mostAhead = 8 * 1024 * 1024;
/** In bytes: answers leave the thread in pieces of this size. */
const pieceSize = 128 * 1024;
/** In milliseconds: how soon a sleeping thread notices that its statement is cancelled. */
const longestSleep = 50;

export interface ThreadSideOptions {
  readonly words: SharedArrayBuffer;
  readonly port: MessagePort;
  /** True while PostgreSQL processes a message. */
  readonly isRunning: () => boolean;
  /** True when the running statement is to end. */
  readonly isCanceled: () => boolean;
  readonly send: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly want: () => void;
}

/** The side of the thread in which PostgreSQL runs. */
export class ThreadSide {
  readonly #options: ThreadSideOptions;
  readonly #words: Int32Array;
  #pieces: Buffer[] = [];
  #size = 0;
  #sent = 0;

  constructor(options: ThreadSideOptions) {
    this.#options = options;
    this.#words = new Int32Array(options.words);
    this.#sent = Atomics.load(this.#words, taken);
  }

  /** Takes a piece of an answer. The bytes are PostgreSQL's own memory. */
  answer(bytes: Uint8Array): void {
    this.#pieces.push(Buffer.from(bytes));
    this.#size += bytes.length;
    if (this.#size >= pieceSize) this.flush();
  }

  flush(): void {
    if (this.#size === 0) return;
    const whole = new Uint8Array(this.#size);
    let at = 0;
    for (const piece of this.#pieces.splice(0)) {
      whole.set(piece, at);
      at += piece.length;
    }
    this.#sent = (this.#sent + this.#size) | 0;
    this.#size = 0;
    this.#options.send(whole);
    for (;;) {
      const acknowledged = Atomics.load(this.#words, taken);
      const ahead = (this.#sent - acknowledged) | 0;
      if (ahead <= mostAhead || this.#options.isCanceled()) return;
      Atomics.wait(this.#words, taken, acknowledged, longestSleep);
    }
  }

  /** The messages of a request, in the form in which PGlite reads them, and those that follow. */
  inputOf(number: number, bytes: Uint8Array): Uint8Array {
    return new Input(bytes, {
      isRunning: this.#options.isRunning,
      more: () => this.#more(number),
    }) as unknown as Uint8Array;
  }

  #more(number: number): Uint8Array {
    this.flush();
    this.#options.want();
    for (;;) {
      const before = Atomics.load(this.#words, fed);
      const received = receiveMessageOnPort(this.#options.port);
      const piece = received?.message as Piece | undefined;
      if (piece?.number === number) return piece.bytes;
      if (piece) continue;
      if (this.#options.isCanceled()) return frame("f", "canceling statement due to user request");
      Atomics.wait(this.#words, fed, before, longestSleep);
    }
  }
}

interface Source {
  readonly isRunning: () => boolean;
  readonly more: () => Uint8Array;
}

/**
 * PGlite reads a message by its length and its parts. It asks for the length within PostgreSQL when
 * PostgreSQL waits for data; only then more is fetched.
 */
class Input {
  readonly #source: Source;
  readonly 0: number;
  #bytes: Uint8Array;
  /** The place of the first byte among all. */
  #start = 0;
  #read = 0;

  constructor(bytes: Uint8Array, source: Source) {
    this.#source = source;
    this.#bytes = bytes;
    this[0] = bytes[0] ?? 0;
  }

  get length(): number {
    const end = this.#start + this.#bytes.length;
    if (this.#read < end || !this.#source.isRunning()) return end;
    this.#start = end;
    this.#bytes = this.#source.more();
    return end + this.#bytes.length;
  }

  subarray(from: number, to: number): Uint8Array {
    this.#read = Math.max(this.#read, to);
    return this.#bytes.subarray(from - this.#start, to - this.#start);
  }
}
