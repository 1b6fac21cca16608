import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import { frame } from "../sessions/frames.ts";

/**
 * Transfers bytes between a program's connection and the thread in which PostgreSQL runs. PostgreSQL may request more
 * data in the middle of a statement (COPY FROM STDIN), or respond faster than the program reads. In both cases the
 * thread sleeps until the main thread wakes it through shared memory.
 */

// The indexes of the counters in shared memory.
/** The number of pieces that were sent to the thread. */
const sentPiecesIndex = 0;
/** The number of response bytes that the program has read. It wraps around. */
const acknowledgedBytesIndex = 1;

export function createConversationBuffer(): SharedArrayBuffer {
  return new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
}

/** A piece of data that the program sends while its statement runs. */
export interface Piece {
  /** The number of the request for which the piece is sent. */
  readonly number: number;
  readonly bytes: Uint8Array;
}

/** The main thread's side of the conversation. */
export class Feeder {
  readonly #counters: Int32Array;
  readonly #port: MessagePort;

  constructor(words: SharedArrayBuffer, port: MessagePort) {
    this.#counters = new Int32Array(words);
    this.#port = port;
  }

  feed(piece: Piece): void {
    this.#port.postMessage(piece);
    Atomics.add(this.#counters, sentPiecesIndex, 1);
    Atomics.notify(this.#counters, sentPiecesIndex);
  }

  /** Records that the program has read this many bytes of the responses. */
  acknowledge(bytes: number): void {
    Atomics.add(this.#counters, acknowledgedBytesIndex, bytes);
    Atomics.notify(this.#counters, acknowledgedBytesIndex);
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
  readonly #counters: Int32Array;
  #pieces: Buffer[] = [];
  #bufferedBytes = 0;
  #sentBytes = 0;

  constructor(options: ThreadSideOptions) {
    this.#options = options;
    this.#counters = new Int32Array(options.words);
    this.#sentBytes = Atomics.load(this.#counters, acknowledgedBytesIndex);
  }

  /** Buffers a piece of a response. The bytes are in PostgreSQL's memory, so they are copied. */
  write(bytes: Uint8Array): void {
    this.#pieces.push(Buffer.from(bytes));
    this.#bufferedBytes += bytes.length;
    if (this.#bufferedBytes >= pieceBytes) this.flush();
  }

  flush(): void {
    if (this.#bufferedBytes === 0) return;
    const output = new Uint8Array(this.#bufferedBytes);
    let offset = 0;
    for (const piece of this.#pieces.splice(0)) {
      output.set(piece, offset);
      offset += piece.length;
    }
    this.#sentBytes = (this.#sentBytes + this.#bufferedBytes) | 0;
    this.#bufferedBytes = 0;
    this.#options.send(output);
    for (;;) {
      const acknowledgedBytes = Atomics.load(this.#counters, acknowledgedBytesIndex);
      const unreadBytes = (this.#sentBytes - acknowledgedBytes) | 0;
      if (unreadBytes <= maxUnreadBytes || this.#options.isCanceled()) return;
      Atomics.wait(this.#counters, acknowledgedBytesIndex, acknowledgedBytes, sleepMs);
    }
  }

  /** Returns a request's messages, and the pieces that arrive later, in the form that PGlite reads. */
  createInput(number: number, bytes: Uint8Array): Uint8Array {
    return new Input(bytes, {
      isRunning: this.#options.isRunning,
      readMore: () => this.#readMore(number),
    }) as unknown as Uint8Array;
  }

  #readMore(number: number): Uint8Array {
    this.flush();
    this.#options.requestMore();
    for (;;) {
      const sentPieces = Atomics.load(this.#counters, sentPiecesIndex);
      const received = receiveMessageOnPort(this.#options.port);
      const piece = received?.message as Piece | undefined;
      if (piece?.number === number) return piece.bytes;
      if (piece) continue;
      if (this.#options.isCanceled()) return frame("f", "canceling statement due to user request");
      Atomics.wait(this.#counters, sentPiecesIndex, sentPieces, sleepMs);
    }
  }
}

interface InputSource {
  readonly isRunning: () => boolean;
  readonly readMore: () => Uint8Array;
}

/**
 * Lets PGlite read messages as if all of them had already arrived. PGlite reads a message's length, and then slices of
 * the message. It reads a length inside PostgreSQL only when PostgreSQL waits for data, so only then is more data
 * fetched.
 */
class Input {
  readonly #source: InputSource;
  readonly 0: number;
  #bytes: Uint8Array;
  /** The offset of the first byte within the complete input. */
  #start = 0;
  #read = 0;

  constructor(bytes: Uint8Array, source: InputSource) {
    this.#source = source;
    this.#bytes = bytes;
    this[0] = bytes[0] ?? 0;
  }

  get length(): number {
    const end = this.#start + this.#bytes.length;
    if (this.#read < end || !this.#source.isRunning()) return end;
    this.#start = end;
    this.#bytes = this.#source.readMore();
    return end + this.#bytes.length;
  }

  subarray(begin: number, end: number): Uint8Array {
    this.#read = Math.max(this.#read, end);
    return this.#bytes.subarray(begin - this.#start, end - this.#start);
  }
}
