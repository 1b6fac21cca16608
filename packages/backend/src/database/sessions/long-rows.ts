/**
 * Keeps long texts as the received bytes. The drivers would collect a message in a growing buffer and convert it to a
 * string, which the HTTP response would have to convert back to bytes.
 */

/** A row above this size is long. */
const longest = 64 * 1024;

/** A message begins with its type and its length. The length counts itself. */
const headerLength = 5;
const dataRow = "D".charCodeAt(0);

/** A field of a row. Long fields are UTF-8 bytes. */
export type Field = string | Uint8Array<ArrayBuffer> | null;

export interface LongRowsOptions {
  /** Receives every other message in order of arrival. */
  readonly pass: (bytes: Uint8Array) => void;
  /**
   * Returns true to read a long row of this size, false to treat it like any other message, or a promise that resolves
   * when there is memory for the row.
   */
  readonly room: (size: number) => Promise<void> | boolean;
  /** Called with each long row. */
  readonly take: (fields: readonly Field[]) => void;
}

interface LongRow {
  readonly bytes: Uint8Array<ArrayBuffer>;
  filled: number;
}

/**
 * Extracts the long rows from a stream of PostgreSQL's messages
 * (https://www.postgresql.org/docs/17/protocol-message-formats.html).
 */
export class LongRows {
  readonly #options: LongRowsOptions;
  /** Bytes that could not be parsed yet. */
  #rest: Uint8Array = new Uint8Array();
  /** How many bytes of a forwarded message have not arrived yet. */
  #unread = 0;
  #row: LongRow | undefined;

  constructor(options: LongRowsOptions) {
    this.#options = options;
  }

  /** Returns a promise if memory is exhausted. The next chunk may be read only after it has resolved. */
  read(chunk: Uint8Array): Promise<void> | undefined {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    this.#rest = new Uint8Array();
    let passed = 0;
    let at = 0;
    const pass = () => {
      if (at > passed) this.#options.pass(bytes.subarray(passed, at));
      passed = at;
    };
    while (at < bytes.length) {
      if (this.#row) {
        at += this.#fill(this.#row, bytes.subarray(at));
        passed = at;
      } else if (this.#unread > 0) {
        const length = Math.min(this.#unread, bytes.length - at);
        this.#unread -= length;
        at += length;
      } else if (bytes.length - at < headerLength) {
        break;
      } else {
        const { kind, length } = headerAt(bytes, at);
        const room = kind === dataRow && length > longest && this.#options.room(length);
        if (!room) {
          this.#unread = length + 1;
          continue;
        }
        pass();
        at += headerLength;
        passed = at;
        this.#row = { bytes: new Uint8Array(length - 4), filled: 0 };
        if (room instanceof Promise) {
          this.#rest = bytes.subarray(at);
          return room;
        }
      }
    }
    pass();
    this.#rest = bytes.slice(at);
    return undefined;
  }

  /** Copies bytes into the row, and returns how many of them belong to it. */
  #fill(row: LongRow, bytes: Uint8Array): number {
    const part = bytes.subarray(0, row.bytes.length - row.filled);
    row.bytes.set(part, row.filled);
    row.filled += part.length;
    if (row.filled === row.bytes.length) {
      this.#row = undefined;
      this.#options.take(fieldsOf(row.bytes));
    }
    return part.length;
  }
}

function headerAt(bytes: Uint8Array, at: number) {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at);
  return { kind: view.getUint8(0), length: view.getUint32(1) };
}

function fieldsOf(row: Uint8Array<ArrayBuffer>): Field[] {
  const view = new DataView(row.buffer);
  const fields: Field[] = [];
  let at = 2;
  for (let count = view.getInt16(0); count > 0; count--) {
    const length = view.getInt32(at);
    at += 4;
    if (length < 0) {
      fields.push(null);
    } else {
      const bytes = row.subarray(at, at + length);
      fields.push(length > longest ? bytes : textOf(bytes));
      at += length;
    }
  }
  return fields;
}

/** Decodes UTF-8. */
export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
}
