import { createHmac, createPrivateKey, createSecretKey, sign } from "node:crypto";
import { promisify } from "node:util";
import type { JWK } from "jose";

export type Algorithm = "ES256" | "RS256" | "HS256";

/** Signs a text (RFC 7518, section 3.1). */
export type Signer = (text: string) => Promise<Uint8Array>;

/**
 * Web Cryptography signs on Node's few threads for such work, which also hash passwords, so a token would
 * wait for them. Signing takes a twentieth of a millisecond, so it is done synchronously.
 */
export function signerWith(jwk: JWK, algorithm: Algorithm): Signer | Promise<Signer> {
  if (algorithm === "HS256") {
    const secret = createSecretKey(jwk.k ?? "", "base64url");
    return async (text) => createHmac("sha256", secret).update(text).digest();
  }
  const key = createPrivateKey({ key: jwk, format: "jwk" });
  if (algorithm === "ES256") {
    return async (text) => ofFixedLength(sign("sha256", Buffer.from(text), key));
  }
  // RSA takes twenty times as long.
  return (text) => promisify(sign)("sha256", Buffer.from(text), key);
}

/** Of an integer of P-256. */
const size = 32;

/**
 * The two integers of a signature in 32 bytes each (RFC 7518, section 3.4), from their DER form (RFC 3279, section
 * 2.2.3). Node's own `dsaEncoding: "ieee-p1363"` gives the same, and on Node 24 makes signing take twice as long.
 */
function ofFixedLength(der: Buffer): Buffer {
  const signature = Buffer.alloc(2 * size);
  let start = 4;
  for (const end of [size, 2 * size]) {
    const length = der.readUInt8(start - 1);
    // DER leaves leading zeros out, and adds one where the number would look negative.
    const digits = der.subarray(start, start + length).subarray(-size);
    digits.copy(signature, end - digits.length);
    start += length + 2;
  }
  return signature;
}
