import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import { frame } from "../sessions/frames.ts";

/**
 * Transfers bytes between a program's connection and the thread in which PostgreSQL runs. PostgreSQL may request more
 * data in the middle of a statement (COPY FROM STDIN), or respond faster than the program reads. In both cases the
 * thread sleeps until the main thread wakes it through shared memory.
 */

// The indexes of the counters in shared memory.
/** The number of pieces that were sent to the thread. */
const sentPiecesWord = 0;
/** The number of response bytes that the program has read. It wraps around. */
const acknowledgedBytesWord = 1;

export function conversationWords(): SharedArrayBuffer {
  return new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
}

/** A piece of data that the program sends while its statement runs. */
export interface Piece {
  /** The number of the request that it belongs to. */
  readonly number: number;
  readonly bytes: Uint8Array;
}

/** The main thread's side of the conversation. */
export class Feeder {
  readonly #words: Int32Array;
  readonly #port: MessagePort;

  constructor(words: SharedArrayBuffer, port: MessagePort) {
    this.#words = new Int32Array(words);
    this.#port = port;
  }

  feed(piece: Piece): void {
    this.#port.postMessage(piece);
    Atomics.add(this.#words, sentPiecesWord, 1);
    Atomics.notify(this.#words, sentPiecesWord);
  }

  /** Records that the program has read this many bytes of the responses. */
  acknowledge(bytes: number): void {
    Atomics.add(this.#words, acknowledgedBytesWord, bytes);
    Atomics.notify(this.#words, acknowledgedBytesWord);
  }
}

/** How many response bytes may be sent before the program has read them. */
const maxUnreadBytes = 8 * 1024 * 1024;
/** The thread sends responses in pieces of this size. */
const pieceBytes = 128 * 1024;
/** How soon a sleeping thread notices that its statement is cancelled. */
const sleepMs = 50;

export interface ThreadSideOptions {
  readonly words: SharedArrayBuffer;
  readonly port: MessagePort;
  /** Returns whether PostgreSQL is processing a message. */
  readonly isRunning: () => boolean;
  /** Returns whether the running statement has been cancelled. */
  readonly isCanceled: () => boolean;
  readonly send: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly requestMore: () => void;
}

/** The database thread's side of the conversation. */
export class ThreadSide {
  readonly #options: ThreadSideOptions;
  readonly #words: Int32Array;
  #pieces: Buffer[] = [];
  #size = 0;
  #sent = 0;

  constructor(options: ThreadSideOptions) {
    this.#options = options;
    this.#words = new Int32Array(options.words);
    this.#sent = Atomics.load(this.#words, acknowledgedBytesWord);
  }

  /** Buffers a piece of a response. The bytes are in PostgreSQL's memory, so they are copied. */
  answer(bytes: Uint8Array): void {
    this.#pieces.push(Buffer.from(bytes));
    this.#size += bytes.length;
    if (this.#size >= pieceBytes) this.flush();
  }

  flush(): void {
    if (this.#size === 0) return;
    const output = new Uint8Array(this.#size);
    let at = 0;
    for (const piece of this.#pieces.splice(0)) {
      output.set(piece, at);
      at += piece.length;
    }
    this.#sent = (this.#sent + this.#size) | 0;
    this.#size = 0;
    this.#options.send(output);
    for (;;) {
      const acknowledged = Atomics.load(this.#words, acknowledgedBytesWord);
      const ahead = (this.#sent - acknowledged) | 0;
      if (ahead <= maxUnreadBytes || this.#options.isCanceled()) return;
      Atomics.wait(this.#words, acknowledgedBytesWord, acknowledged, sleepMs);
    }
  }

  /** Returns a request's messages, and the pieces that arrive later, in the form that PGlite reads. */
  inputOf(number: number, bytes: Uint8Array): Uint8Array {
    return new Input(bytes, {
      isRunning: this.#options.isRunning,
      more: () => this.#more(number),
    }) as unknown as Uint8Array;
  }

  #more(number: number): Uint8Array {
    this.flush();
    this.#options.requestMore();
    for (;;) {
      const before = Atomics.load(this.#words, sentPiecesWord);
      const received = receiveMessageOnPort(this.#options.port);
      const piece = received?.message as Piece | undefined;
      if (piece?.number === number) return piece.bytes;
      if (piece) continue;
      if (this.#options.isCanceled()) return frame("f", "canceling statement due to user request");
      Atomics.wait(this.#words, sentPiecesWord, before, sleepMs);
    }
  }
}

interface Source {
  readonly isRunning: () => boolean;
  readonly more: () => Uint8Array;
}

/**
 * Lets PGlite read messages as if all of them had already arrived. PGlite reads a message's length, and then slices of
 * the message. It reads a length inside PostgreSQL only when PostgreSQL waits for data, so only then is more data
 * fetched.
 */
class Input {
  readonly #source: Source;
  readonly 0: number;
  #bytes: Uint8Array;
  /** The offset of the first byte within the complete input. */
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
