import type { JWTPayload } from "jose";
import type { AccessTokens } from "./access-token.ts";

/**
 * Remembers the tokens that were verified last. A page asks many times with one token, and checking
 * its signature is a fifth of what a short request costs.
 *
 * What is remembered is that the signature is good and what the token says, neither of which ever
 * changes; one that has run out is verified again, and refused. Whether its session still stands is
 * for whoever asks the database.
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

/** As many as are remembered, and the longest of them in characters: a few megabytes in all. */
const most = 1_000;
const longest = 4_096;

function hasRunOut({ exp }: JWTPayload): boolean {
  return exp !== undefined && exp <= Date.now() / 1000;
}
