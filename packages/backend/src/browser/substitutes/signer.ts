import type { JWK } from "jose";
import type { Algorithm, Signer } from "../../keys/signer.ts";

const algorithms = {
  HS256: { name: "HMAC", hash: "SHA-256" },
  ES256: { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
  RS256: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
} as const;

/** Returns a signer that uses the Web Crypto API. */
export async function createSigner(jwk: JWK, algorithm: Algorithm): Promise<Signer> {
  const parameters = algorithms[algorithm];
  // Remove `key_ops`, `use` and `alg`, because they may forbid signing.
  const { key_ops: _, use: __, alg: ___, ...key } = jwk;
  const secret = await crypto.subtle.importKey("jwk", key, parameters, false, ["sign"]);
  return async (text) =>
    new Uint8Array(await crypto.subtle.sign(parameters, secret, new TextEncoder().encode(text)));
}
