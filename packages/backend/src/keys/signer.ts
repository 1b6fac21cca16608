import { createHmac, createPrivateKey, createSecretKey, sign } from "node:crypto";
import { promisify } from "node:util";
import type { JWK } from "jose";

export type Algorithm = "ES256" | "RS256" | "HS256";

/** Signs a text (RFC 7518, section 3.1). */
export type Signer = (text: string) => Promise<Uint8Array>;

/**
 * Returns a signer for the key. It signs synchronously, in 0.05 ms. The Web Crypto API would use Node's few worker
 * threads, which also hash passwords, so a token would have to wait for passwords.
 */
export function createSigner(jwk: JWK, algorithm: Algorithm): Signer | Promise<Signer> {
  if (algorithm === "HS256") {
    const secret = createSecretKey(jwk.k ?? "", "base64url");
    return async (text) => createHmac("sha256", secret).update(text).digest();
  }
  const key = createPrivateKey({ key: jwk, format: "jwk" });
  if (algorithm === "ES256") {
    return async (text) => toFixedLength(sign("sha256", Buffer.from(text), key));
  }
  // RSA takes twenty times as long, so it runs in a worker thread.
  return (text) => promisify(sign)("sha256", Buffer.from(text), key);
}

/** The size of an integer on the curve P-256. */
const integerBytes = 32;

/**
 * Converts a signature from DER (RFC 3279, section 2.2.3) to two integers of 32 bytes (RFC 7518, section 3.4). Node's
 * `dsaEncoding: "ieee-p1363"` has the same result, but makes signing twice as slow on Node 24.
 */
function toFixedLength(der: Buffer): Buffer {
  const signature = Buffer.alloc(2 * integerBytes);
  let position = 4;
  for (const endPosition of [integerBytes, 2 * integerBytes]) {
    const length = der.readUInt8(position - 1);
    // DER omits leading zeros, and adds one if the number would otherwise look negative.
    const digits = der.subarray(position, position + length).subarray(-integerBytes);
    digits.copy(signature, endPosition - digits.length);
    position += length + 2;
  }
  return signature;
}
