import { createHash, createHmac, type KeyObject, timingSafeEqual } from "node:crypto";

/**
 * A refresh token of version 2 (supabase/auth, `internal/crypto/refresh_tokens.go`): session id and counter,
 * signed with the session's key. Only the counter is stored.
 *
 * version (1 byte, 0) · session id (16) · counter (varint) · signature (16) · checksum (4)
 */
export interface RefreshToken {
  readonly sessionId: string;
  readonly counter: number;
  /** Returns whether the token was signed with the key. */
  isSignedWith(key: KeyObject): boolean;
}

const signatureLength = 16;
const checksumLength = 4;

export function encodeRefreshToken(sessionId: string, counter: number, key: KeyObject): string {
  const signed = Buffer.concat([
    Buffer.from([0]),
    Buffer.from(sessionId.replaceAll("-", ""), "hex"),
    varint(counter),
  ]);
  const token = Buffer.concat([signed, signature(signed, key)]);
  return Buffer.concat([token, checksum(token)]).toString("base64url");
}

/** Parses a refresh token, and returns undefined if it is malformed. Does not check the signature. */
export function parseRefreshToken(text: string): RefreshToken | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64url");
  const token = bytes.subarray(0, -checksumLength);
  const signed = token.subarray(0, -signatureLength);
  if (signed.length < 18 || signed.length > 26 || signed[0] !== 0) return undefined;
  if (!timingSafeEqual(checksum(token), bytes.subarray(-checksumLength))) return undefined;
  const counter = readVarint(signed.subarray(17));
  if (counter === undefined) return undefined;
  const id = signed.subarray(1, 17).toString("hex");
  return {
    sessionId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
    counter,
    isSignedWith: (key) =>
      timingSafeEqual(signature(signed, key), token.subarray(-signatureLength)),
  };
}

function signature(signed: Buffer, key: KeyObject): Buffer {
  return createHmac("sha256", key).update(signed).digest().subarray(0, signatureLength);
}

/** The checksum allows refusing garbage without a database query. */
function checksum(token: Buffer): Buffer {
  return createHash("sha256").update(token).digest().subarray(0, checksumLength);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return Buffer.from([...bytes, rest]);
}

function readVarint(bytes: Buffer): number | undefined {
  let value = 0;
  for (const [index, byte] of bytes.entries()) {
    value += (byte % 0x80) * 0x80 ** index;
    const last = index === bytes.length - 1;
    if (byte < 0x80 !== last) return undefined;
  }
  return bytes.length > 0 && Number.isSafeInteger(value) ? value : undefined;
}
