/**
 * The part of Node's `Buffer` that the backend uses, with Node's behavior: lenient decoders, and UTF-8 that keeps
 * its byte order mark. The browser build replaces the global `Buffer` with it.
 */
export class Buffer extends Uint8Array<ArrayBuffer> {
  constructor(source: number | ArrayBuffer, offset?: number, length?: number) {
    // Cast, because the overloads of Uint8Array accept only one of these types at a time.
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
    if (typeof value === "string") return decode(value, encoding as Encoding | undefined);
    if (value instanceof ArrayBuffer) {
      return new Buffer(value, encoding as number | undefined, length as number | undefined);
    }
    return toBuffer(Uint8Array.from(value as Iterable<number>));
  }

  static concat(parts: readonly Uint8Array[]): Buffer {
    const result = new Buffer(parts.reduce((size, { length }) => size + length, 0));
    let offset = 0;
    for (const part of parts) {
      result.set(part, offset);
      offset += part.length;
    }
    return result;
  }

  static compare(left: Uint8Array, right: Uint8Array): -1 | 0 | 1 {
    const offset = left.findIndex((byte, index) => byte !== right[index]);
    const [a, b] = offset < 0 ? [left.length, right.length] : [left[offset], right[offset]];
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
        return toLatin1(this);
      case "hex":
        return Array.from(this, (byte) => byte.toString(16).padStart(2, "0")).join("");
      case "base64":
        return btoa(toLatin1(this));
      case "base64url":
        return btoa(toLatin1(this)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
      default:
        return encoding satisfies never;
    }
  }
}

export type Encoding = "utf8" | "latin1" | "hex" | "base64" | "base64url";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

function decode(text: string, encoding: Encoding = "utf8"): Buffer {
  switch (encoding) {
    case "utf8":
      return toBuffer(encoder.encode(text));
    case "latin1":
      return toBuffer(Uint8Array.from(text, (character) => character.charCodeAt(0)));
    case "hex": {
      const digits = /^(?:[0-9a-f]{2})*/i.exec(text)?.[0] ?? "";
      const bytes = digits.match(/../g) ?? [];
      return toBuffer(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)));
    }
    case "base64":
    case "base64url": {
      const [unpadded = ""] = text.split("=", 1);
      const standard = unpadded.replaceAll("-", "+").replaceAll("_", "/");
      const digits = standard.replace(/[^A-Za-z0-9+/]/g, "");
      // Drop a trailing single digit, because it encodes less than a byte.
      const padded = digits.length % 4 === 1 ? digits.slice(0, -1) : digits;
      return toBuffer(Uint8Array.from(atob(padded), (character) => character.charCodeAt(0)));
    }
    default:
      return encoding satisfies never;
  }
}

function toBuffer(bytes: Uint8Array): Buffer {
  const buffer = new Buffer(bytes.length);
  buffer.set(bytes);
  return buffer;
}

/** Returns one character per byte. Works in chunks, because a call can only have a limited number of arguments. */
function toLatin1(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let offset = 0; offset < bytes.length; offset += 8192) {
    parts.push(String.fromCharCode(...bytes.subarray(offset, offset + 8192)));
  }
  return parts.join("");
}
