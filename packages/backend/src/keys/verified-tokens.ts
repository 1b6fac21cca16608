import type { JWTPayload } from "jose";
import type { AccessTokens } from "./access-token.ts";

/**
 * Remembers the tokens that were verified last. A page sends many requests with one token, and checking its
 * signature is a fifth of the cost of a short request.
 *
 * It remembers that the signature is good and the claims, neither of which ever changes. An expired token is
 * verified again, and refused. Callers ask the database whether the session still stands.
 */
export function rememberVerified(tokens: AccessTokens): AccessTokens {
  const known = new Map<string, Readonly<JWTPayload>>();
  return {
    sign: tokens.sign,
    verify: async (token) => {
      const claims = known.get(token);
      known.delete(token);
      const verified =
        claims && !hasRunOut(claims) ? claims : Object.freeze(await tokens.verify(token));
      if (token.length <= longest) known.set(token, verified);
      const [oldest] = known.keys();
      if (known.size > most && oldest !== undefined) known.delete(oldest);
      return verified;
    },
  };
}

/** How many tokens are remembered, and how long they may be in characters: a few megabytes in all. */
const most = 1_000;
const longest = 4_096;

function hasRunOut({ exp }: JWTPayload): boolean {
  return exp !== undefined && exp <= Date.now() / 1000;
}
