import type { JWK } from "jose";
import type { Algorithm, Signer } from "../../keys/signer.ts";

const algorithms = {
  HS256: { name: "HMAC", hash: "SHA-256" },
  ES256: { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
  RS256: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
} as const;

/** Signs by Web Cryptography. */
export async function signerWith(jwk: JWK, algorithm: Algorithm): Promise<Signer> {
  const by = algorithms[algorithm];
  // Members that say what a key is for may say less than this use of it.
  const { key_ops: _, use: __, alg: ___, ...key } = jwk;
  const secret = await crypto.subtle.importKey("jwk", key, by, false, ["sign"]);
  return async (text) =>
    new Uint8Array(await crypto.subtle.sign(by, secret, new TextEncoder().encode(text)));
}
