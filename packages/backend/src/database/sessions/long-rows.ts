/**
 * Keeps long texts as the received bytes. The drivers would collect a message in a growing buffer and convert it to a
 * string, which the HTTP response would have to convert back to bytes.
 */

/** A row above this size is long. */
const maxShortRowBytes = 64 * 1024;

/** A message begins with its type and its length. The length counts itself. */
const headerBytes = 5;
const dataRow = "D".charCodeAt(0);

/** A field of a row. Long fields are UTF-8 bytes. */
export type Field = string | Uint8Array<ArrayBuffer> | null;

export interface LongRowsOptions {
  /** Receives every other message in order of arrival. */
  readonly forward: (bytes: Uint8Array) => void;
  /**
   * Returns true to read a long row of this size, false to treat it like any other message, or a promise that resolves
   * when there is memory for the row.
   */
  readonly admit: (size: number) => Promise<void> | boolean;
  /** Called with each long row. */
  readonly onLongRow: (fields: readonly Field[]) => void;
}

interface LongRow {
  readonly bytes: Uint8Array<ArrayBuffer>;
  filledBytes: number;
}

/**
 * Extracts the long rows from a stream of PostgreSQL's messages
 * (https://www.postgresql.org/docs/17/protocol-message-formats.html).
 */
export class LongRows {
  readonly #options: LongRowsOptions;
  /** Bytes that could not be parsed yet. */
  #unparsed: Uint8Array = new Uint8Array();
  /** How many bytes of a forwarded message have not arrived yet. */
  #forwardBytes = 0;
  #row: LongRow | undefined;

  constructor(options: LongRowsOptions) {
    this.#options = options;
  }

  /** Returns a promise if memory is exhausted. The next chunk may be read only after it has resolved. */
  read(chunk: Uint8Array): Promise<void> | undefined {
    const bytes = this.#unparsed.length > 0 ? Buffer.concat([this.#unparsed, chunk]) : chunk;
    this.#unparsed = new Uint8Array();
    let forwardedUntil = 0;
    let offset = 0;
    const forward = () => {
      if (offset > forwardedUntil) this.#options.forward(bytes.subarray(forwardedUntil, offset));
      forwardedUntil = offset;
    };
    while (offset < bytes.length) {
      if (this.#row) {
        offset += this.#fill(this.#row, bytes.subarray(offset));
        forwardedUntil = offset;
      } else if (this.#forwardBytes > 0) {
        const length = Math.min(this.#forwardBytes, bytes.length - offset);
        this.#forwardBytes -= length;
        offset += length;
      } else if (bytes.length - offset < headerBytes) {
        break;
      } else {
        const { kind, length } = readHeader(bytes, offset);
        const admission =
          kind === dataRow && length > maxShortRowBytes && this.#options.admit(length);
        if (!admission) {
          this.#forwardBytes = length + 1;
          continue;
        }
        forward();
        offset += headerBytes;
        forwardedUntil = offset;
        this.#row = { bytes: new Uint8Array(length - 4), filledBytes: 0 };
        if (admission instanceof Promise) {
          this.#unparsed = bytes.subarray(offset);
          return admission;
        }
      }
    }
    forward();
    this.#unparsed = bytes.slice(offset);
    return undefined;
  }

  /** Copies bytes into the row, and returns how many of them belong to it. */
  #fill(row: LongRow, bytes: Uint8Array): number {
    const part = bytes.subarray(0, row.bytes.length - row.filledBytes);
    row.bytes.set(part, row.filledBytes);
    row.filledBytes += part.length;
    if (row.filledBytes === row.bytes.length) {
      this.#row = undefined;
      this.#options.onLongRow(parseFields(row.bytes));
    }
    return part.length;
  }
}

function readHeader(bytes: Uint8Array, offset: number) {
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset);
  return { kind: view.getUint8(0), length: view.getUint32(1) };
}

function parseFields(row: Uint8Array<ArrayBuffer>): Field[] {
  const view = new DataView(row.buffer);
  const fields: Field[] = [];
  let offset = 2;
  for (let count = view.getInt16(0); count > 0; count--) {
    const length = view.getInt32(offset);
    offset += 4;
    if (length < 0) {
      fields.push(null);
    } else {
      const bytes = row.subarray(offset, offset + length);
      fields.push(length > maxShortRowBytes ? bytes : decodeUtf8(bytes));
      offset += length;
    }
  }
  return fields;
}

/** Decodes UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
}
