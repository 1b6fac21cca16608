import { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify } from "jose";
import type { IdTokenClaims } from "./id-token-profiles.ts";
import type { Provider } from "./provider.ts";

/** Asymmetric only: a symmetric key would be the client secret, which is not the provider's alone. */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA", "Ed25519"];

/** Clocks may differ by this much, in seconds. */
const clockTolerance = 30;

export type VerifyIdToken = (
  provider: Provider,
  idToken: string,
  expected?: { readonly nonce?: string | undefined },
) => Promise<IdTokenClaims>;

/**
 * Makes the check of ID tokens against the keys that their issuer publishes: signature, issuer,
 * audience, times and, where one is expected, the nonce (OpenID Connect Core, section 3.1.3.7).
 * Keys are fetched once and again when an unknown one appears.
 *
 * @param timeout milliseconds that fetching keys may take
 */
export function idTokenVerifier(fetch: typeof globalThis.fetch, timeout: number): VerifyIdToken {
  const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();
  const keysAt = (url: string) => {
    let keys = keySets.get(url);
    if (keys === undefined) {
      keys = createRemoteJWKSet(new URL(url), { timeoutDuration: timeout, [customFetch]: fetch });
      keySets.set(url, keys);
    }
    return keys;
  };

  return async (provider, idToken, { nonce } = {}) => {
    const issuer = decodeJwt(idToken).iss ?? "";
    const keys = provider.endpoints.keys(issuer);
    if (keys === undefined)
      throw new Error(`the ID token is issued by ${issuer}, which is not ${provider.name}`);
    const { payload } = await jwtVerify(idToken, keysAt(keys), {
      algorithms,
      issuer,
      audience: [...provider.audiences],
      clockTolerance,
      requiredClaims: ["sub", "exp", "iat"],
    });
    if (nonce !== undefined && payload["nonce"] !== nonce)
      throw new Error("the ID token's nonce is not the one that was sent");
    return payload;
  };
}
