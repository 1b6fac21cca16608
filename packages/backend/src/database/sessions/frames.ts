/**
 * Messages of PostgreSQL's protocol: a type, a length and a body
 * (https://www.postgresql.org/docs/18/protocol-message-formats.html).
 */

/** The length of a message's header: one byte for the type, and four for the length. */
export const frameHeaderBytes = 5;

/** Returns the byte of a message type, which PostgreSQL's documentation writes as a letter. */
export const messageType = (letter: string): number => letter.charCodeAt(0);

/** Builds a message from its type and the parts of its body; texts end with a zero byte. */
export function frame(letter: string, ...parts: readonly (string | Uint8Array)[]): Buffer {
  const body = parts.map((part) => (typeof part === "string" ? Buffer.from(`${part}\0`) : part));
  const length = body.reduce((sum, { length: partLength }) => sum + partLength, frameHeaderBytes);
  const message = Buffer.allocUnsafe(length);
  message.write(letter, 0, "latin1");
  message.writeInt32BE(length - 1, 1);
  let offset = frameHeaderBytes;
  for (const part of body) {
    message.set(part, offset);
    offset += part.length;
  }
  return message;
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
export function readText(
  body: Uint8Array,
  offset: number,
): { readonly text: string; readonly next: number } {
  const end = body.indexOf(0, offset);
  const textEnd = end < 0 ? body.length : end;
  return { text: Buffer.from(body.subarray(offset, textEnd)).toString(), next: textEnd + 1 };
}

/** Splits a sequence of complete messages. */
export function* readFrames(bytes: Uint8Array): Generator<{ type: number; body: Uint8Array }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let offset = 0; offset + frameHeaderBytes <= bytes.length; ) {
    const end = offset + 1 + view.getInt32(offset + 1);
    yield { type: bytes[offset] ?? 0, body: bytes.subarray(offset + frameHeaderBytes, end) };
    offset = end;
  }
}

/**
 * Reads a stream of messages that arrives in pieces of any size. Messages of the given types are passed to `handle` when
 * they are complete, and are forwarded if it returns true. All other messages are forwarded unread.
 */
export class FrameFilter {
  readonly #types: ReadonlySet<number>;
  readonly #handle: (type: number, body: Uint8Array) => boolean;
  readonly #forward: (bytes: Uint8Array) => void;
  /** The first bytes of a message that has not arrived completely. */
  #incomplete: Uint8Array = new Uint8Array(0);
  /** How many bytes of a forwarded message have not arrived yet. */
  #skipBytes = 0;

  constructor(options: {
    readonly types: Iterable<number>;
    readonly handle: (type: number, body: Uint8Array) => boolean;
    readonly forward: (bytes: Uint8Array) => void;
  }) {
    this.#types = new Set(options.types);
    this.#handle = options.handle;
    this.#forward = options.forward;
  }

  read(piece: Uint8Array): void {
    const bytes = this.#incomplete.length > 0 ? Buffer.concat([this.#incomplete, piece]) : piece;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let offset = Math.min(this.#skipBytes, bytes.length);
    let forwardStart = 0;
    this.#skipBytes -= offset;
    while (offset + frameHeaderBytes <= bytes.length) {
      const type = view.getUint8(offset);
      const end = offset + 1 + view.getInt32(offset + 1);
      if (!this.#types.has(type)) {
        this.#skipBytes = Math.max(0, end - bytes.length);
        offset = Math.min(end, bytes.length);
        continue;
      }
      if (end > bytes.length) break;
      if (!this.#handle(type, bytes.subarray(offset + frameHeaderBytes, end))) {
        if (offset > forwardStart) this.#forward(bytes.subarray(forwardStart, offset));
        forwardStart = end;
      }
      offset = end;
    }
    if (offset > forwardStart) this.#forward(bytes.subarray(forwardStart, offset));
    this.#incomplete = Buffer.from(bytes.subarray(offset));
  }
}
