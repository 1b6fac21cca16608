/**
 * The part of Node's `Buffer` that the backend uses, with Node's meaning: lenient decoders, UTF-8 with its byte
 * order mark kept. The build for browsers puts it where the sources name `Buffer`.
 */
export class Buffer extends Uint8Array<ArrayBuffer> {
  constructor(source: number | ArrayBuffer, offset?: number, length?: number) {
    // Uint8Array takes either, and its types say so of one at a time.
    super(source as ArrayBuffer, offset, length);
  }

  static alloc(size: number): Buffer {
    return new Buffer(size);
  }

  static override from(
    value: string | ArrayBuffer | ArrayLike<number> | Iterable<number>,
    encoding?: unknown,
    length?: unknown,
  ): Buffer {
    if (typeof value === "string") return decoded(value, encoding as Encoding | undefined);
    if (value instanceof ArrayBuffer) {
      return new Buffer(value, encoding as number | undefined, length as number | undefined);
    }
    return filled(Uint8Array.from(value as Iterable<number>));
  }

  static concat(parts: readonly Uint8Array[]): Buffer {
    const whole = new Buffer(parts.reduce((size, { length }) => size + length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }

  static compare(left: Uint8Array, right: Uint8Array): -1 | 0 | 1 {
    const at = left.findIndex((byte, index) => byte !== right[index]);
    const [a, b] = at < 0 ? [left.length, right.length] : [left[at], right[at]];
    if (a === b) return 0;
    return (a ?? -1) < (b ?? -1) ? -1 : 1;
  }

  static byteLength(text: string): number {
    return encoder.encode(text).length;
  }

  static isBuffer(value: unknown): value is Buffer {
    return value instanceof Buffer;
  }

  readUInt32BE(offset = 0): number {
    return new DataView(this.buffer, this.byteOffset).getUint32(offset);
  }

  override toString(encoding: Encoding = "utf8"): string {
    switch (encoding) {
      case "utf8":
        return decoder.decode(this);
      case "latin1":
        return characters(this);
      case "hex":
        return Array.from(this, (byte) => byte.toString(16).padStart(2, "0")).join("");
      case "base64":
        return btoa(characters(this));
      case "base64url":
        return btoa(characters(this)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
      default:
        return encoding satisfies never;
    }
  }
}

export type Encoding = "utf8" | "latin1" | "hex" | "base64" | "base64url";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

function decoded(text: string, encoding: Encoding = "utf8"): Buffer {
  switch (encoding) {
    case "utf8":
      return filled(encoder.encode(text));
    case "latin1":
      return filled(Uint8Array.from(text, (character) => character.charCodeAt(0)));
    case "hex": {
      const digits = /^(?:[0-9a-f]{2})*/i.exec(text)?.[0] ?? "";
      const bytes = digits.match(/../g) ?? [];
      return filled(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)));
    }
    case "base64":
    case "base64url": {
      const [written = ""] = text.split("=", 1);
      const standard = written.replaceAll("-", "+").replaceAll("_", "/");
      const digits = standard.replace(/[^A-Za-z0-9+/]/g, "");
      // A single last digit is less than a byte.
      const whole = digits.length % 4 === 1 ? digits.slice(0, -1) : digits;
      return filled(Uint8Array.from(atob(whole), (character) => character.charCodeAt(0)));
    }
    default:
      return encoding satisfies never;
  }
}

function filled(bytes: Uint8Array): Buffer {
  const buffer = new Buffer(bytes.length);
  buffer.set(bytes);
  return buffer;
}

/** A character for each byte. A call has only so much room for arguments. */
function characters(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  }
  return parts.join("");
}
