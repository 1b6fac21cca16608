/**
 * Messages of PostgreSQL's protocol: a type, a length and a body
 * (https://www.postgresql.org/docs/18/protocol-message-formats.html).
 */

/** The length of the header of a message: one byte for the type, four for the length. */
export const frameHeaderBytes = 5;

/** Returns the byte of a message type, which PostgreSQL's documentation writes as a letter. */
export const typeOf = (letter: string): number => letter.charCodeAt(0);

/** Builds a message from its type and the parts of its body; texts end with a zero byte. */
export function frame(letter: string, ...parts: readonly (string | Uint8Array)[]): Buffer {
  const body = parts.map((part) => (typeof part === "string" ? Buffer.from(`${part}\0`) : part));
  const length = body.reduce((sum, { length: more }) => sum + more, frameHeaderBytes);
  const created = Buffer.allocUnsafe(length);
  created.write(letter, 0, "latin1");
  created.writeInt32BE(length - 1, 1);
  let at = frameHeaderBytes;
  for (const part of body) {
    created.set(part, at);
    at += part.length;
  }
  return created;
}

export function int16(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(2);
  bytes.writeInt16BE(value);
  return bytes;
}

export function int32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeInt32BE(value);
  return bytes;
}

/** Reads the zero-terminated text at an offset of a body. Returns the text and the offset of the next field. */
export function textAt(
  body: Uint8Array,
  at: number,
): { readonly text: string; readonly next: number } {
  const end = body.indexOf(0, at);
  const last = end < 0 ? body.length : end;
  return { text: Buffer.from(body.subarray(at, last)).toString(), next: last + 1 };
}

/** Splits a sequence of complete messages. */
export function* framesIn(bytes: Uint8Array): Generator<{ type: number; body: Uint8Array }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + frameHeaderBytes <= bytes.length; ) {
    const end = at + 1 + view.getInt32(at + 1);
    yield { type: bytes[at] ?? 0, body: bytes.subarray(at + frameHeaderBytes, end) };
    at = end;
  }
}

/**
 * Reads a stream of messages that arrives in pieces of any size. Messages of the given types are passed to `take` when
 * they are complete, and are forwarded if it returns true. All other messages are forwarded unread.
 */
export class FrameFilter {
  readonly #types: ReadonlySet<number>;
  readonly #take: (type: number, body: Uint8Array) => boolean;
  readonly #pass: (bytes: Uint8Array) => void;
  /** The first bytes of a message that has not arrived completely. */
  #begun: Uint8Array = new Uint8Array(0);
  /** How many bytes of a forwarded message have not arrived yet. */
  #unread = 0;

  constructor(options: {
    readonly types: Iterable<number>;
    readonly take: (type: number, body: Uint8Array) => boolean;
    readonly pass: (bytes: Uint8Array) => void;
  }) {
    this.#types = new Set(options.types);
    this.#take = options.take;
    this.#pass = options.pass;
  }

  read(piece: Uint8Array): void {
    const bytes = this.#begun.length > 0 ? Buffer.concat([this.#begun, piece]) : piece;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = Math.min(this.#unread, bytes.length);
    let from = 0;
    this.#unread -= at;
    while (at + frameHeaderBytes <= bytes.length) {
      const type = view.getUint8(at);
      const end = at + 1 + view.getInt32(at + 1);
      if (!this.#types.has(type)) {
        this.#unread = Math.max(0, end - bytes.length);
        at = Math.min(end, bytes.length);
        continue;
      }
      if (end > bytes.length) break;
      if (!this.#take(type, bytes.subarray(at + frameHeaderBytes, end))) {
        if (at > from) this.#pass(bytes.subarray(from, at));
        from = end;
      }
      at = end;
    }
    if (at > from) this.#pass(bytes.subarray(from, at));
    this.#begun = Buffer.from(bytes.subarray(at));
  }
}
