import type { JWTPayload } from "jose";
import type { AccessTokens } from "./access-token.ts";

/**
 * Caches verified tokens. A page sends many requests with the same token, and verifying its signature takes a fifth of
 * the time of a short request. The cache only stores that the signature is valid, and the claims; neither ever changes.
 * An expired token is verified again and refused. Callers must check in the database whether the session still exists.
 */
export function rememberVerified(tokens: AccessTokens): AccessTokens {
  const cache = new Map<string, Readonly<JWTPayload>>();
  return {
    sign: tokens.sign,
    verify: async (token) => {
      const claims = cache.get(token);
      cache.delete(token);
      const verifiedClaims =
        claims && !isExpired(claims) ? claims : Object.freeze(await tokens.verify(token));
      if (token.length <= maxTokenCharacters) cache.set(token, verifiedClaims);
      const [oldest] = cache.keys();
      if (cache.size > maxTokens && oldest !== undefined) cache.delete(oldest);
      return verifiedClaims;
    },
  };
}

/** With these limits, the cache takes at most a few megabytes. */
const maxTokens = 1_000;
const maxTokenCharacters = 4_096;

function isExpired({ exp }: JWTPayload): boolean {
  return exp !== undefined && exp <= Date.now() / 1000;
}
