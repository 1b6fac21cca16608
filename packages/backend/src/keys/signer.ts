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
    const ofFixedLength = { key, dsaEncoding: "ieee-p1363" } as const;
    return async (text) => sign("sha256", Buffer.from(text), ofFixedLength);
  }
  // RSA takes twenty times as long.
  return (text) => promisify(sign)("sha256", Buffer.from(text), key);
}
