import type { Auth } from "../context.ts";
import { failure } from "../errors.ts";
import { scopesIn } from "../sessions/scopes.ts";
import type { User } from "../users/users.ts";
import { inSeconds, profileClaims } from "./claims.ts";

/** Seconds that an ID token is valid; an application reads it once. */
const lifetimeSeconds = 3600;

export interface IdTokenFor {
  readonly user: User;
  readonly clientId: string;
  readonly scope: string;
  readonly nonce: string | null;
}

/** @throws {AuthError} 500 if tokens are signed by a secret, which no application could check */
export function refuseUnsignable(auth: Auth, scope: string): void {
  const [key] = auth.signingKeys;
  if (scopesIn(scope).includes("openid") && key?.algorithm === "HS256") {
    throw failure("Error generating ID token");
  }
}

/**
 * An ID token that tells an application who has signed in (OpenID Connect Core 1.0, section 2), as far as
 * the scope goes; undefined without `openid` in it.
 */
export async function idToken(auth: Auth, token: IdTokenFor): Promise<string | undefined> {
  const { user, clientId, nonce } = token;
  const scopes = scopesIn(token.scope);
  if (!scopes.includes("openid")) return undefined;
  const issuedAt = inSeconds(new Date());
  const knowsEmail = scopes.includes("email");
  const knowsPhone = scopes.includes("phone");
  return auth.accessTokens.sign({
    iss: auth.config.auth.jwt_issuer,
    sub: user.id,
    aud: clientId,
    exp: issuedAt + lifetimeSeconds,
    iat: issuedAt,
    ...(nonce ? { nonce } : {}),
    auth_time: user.last_sign_in_at ? inSeconds(user.last_sign_in_at) : issuedAt,
    ...(knowsEmail && user.email ? { email: user.email } : {}),
    email_verified: knowsEmail && user.email_confirmed_at !== null,
    ...(knowsPhone && user.phone ? { phone_number: user.phone } : {}),
    phone_number_verified: knowsPhone && user.phone_confirmed_at !== null,
    // A user without a name is named by their address.
    ...(scopes.includes("profile")
      ? profileClaims(knowsEmail ? user : { ...user, email: null })
      : {}),
    client_id: clientId,
  });
}
