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
  const signedBytes = Buffer.concat([
    Buffer.from([0]),
    Buffer.from(sessionId.replaceAll("-", ""), "hex"),
    encodeVarint(counter),
  ]);
  const token = Buffer.concat([signedBytes, sign(signedBytes, key)]);
  return Buffer.concat([token, checksum(token)]).toString("base64url");
}

/** Parses a refresh token, and returns undefined if it is malformed. Does not check the signature. */
export function parseRefreshToken(encodedToken: string): RefreshToken | undefined {
  if (!/^[\w-]+$/.test(encodedToken)) return undefined;
  const bytes = Buffer.from(encodedToken, "base64url");
  const token = bytes.subarray(0, -checksumLength);
  const signedBytes = token.subarray(0, -signatureLength);
  if (signedBytes.length < 18 || signedBytes.length > 26 || signedBytes[0] !== 0) return undefined;
  if (!timingSafeEqual(checksum(token), bytes.subarray(-checksumLength))) return undefined;
  const counter = decodeVarint(signedBytes.subarray(17));
  if (counter === undefined) return undefined;
  const id = signedBytes.subarray(1, 17).toString("hex");
  return {
    sessionId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
    counter,
    isSignedWith: (key) =>
      timingSafeEqual(sign(signedBytes, key), token.subarray(-signatureLength)),
  };
}

function sign(signedBytes: Buffer, key: KeyObject): Buffer {
  return createHmac("sha256", key).update(signedBytes).digest().subarray(0, signatureLength);
}

/** Returns a checksum, so that garbage can be refused without a database query. */
function checksum(token: Buffer): Buffer {
  return createHash("sha256").update(token).digest().subarray(0, checksumLength);
}

function encodeVarint(value: number): Buffer {
  const bytes: number[] = [];
  let remaining = value;
  while (remaining >= 0x80) {
    bytes.push((remaining % 0x80) + 0x80);
    remaining = Math.floor(remaining / 0x80);
  }
  return Buffer.from([...bytes, remaining]);
}

function decodeVarint(bytes: Buffer): number | undefined {
  let value = 0;
  for (const [index, byte] of bytes.entries()) {
    value += (byte % 0x80) * 0x80 ** index;
    const isLastByte = index === bytes.length - 1;
    if (byte < 0x80 !== isLastByte) return undefined;
  }
  return bytes.length > 0 && Number.isSafeInteger(value) ? value : undefined;
}
