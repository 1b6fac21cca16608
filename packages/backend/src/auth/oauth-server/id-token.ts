import type { AuthContext } from "../context.ts";
import { failure } from "../errors.ts";
import { scopesIn } from "../sessions/scopes.ts";
import type { User } from "../users/users.ts";
import { profileClaims, toUnixSeconds } from "./claims.ts";

/** Applications read an ID token once, so it need not be valid for long. */
const lifetimeSeconds = 3600;

export interface IdTokenRequest {
  readonly user: User;
  readonly clientId: string;
  readonly scope: string;
  readonly nonce: string | null;
}

/** @throws {AuthError} 500 if tokens are signed with a shared secret, which applications cannot verify */
export function requireAsymmetricSigningKey(context: AuthContext, scope: string): void {
  const [key] = context.signingKeys;
  if (scopesIn(scope).includes("openid") && key?.algorithm === "HS256") {
    throw failure("Error generating ID token");
  }
}

/**
 * Returns an ID token with the claims that the scopes allow (OpenID Connect Core 1.0, section 2), or undefined without
 * the scope `openid`.
 */
export async function createIdToken(
  context: AuthContext,
  token: IdTokenRequest,
): Promise<string | undefined> {
  const { user, clientId, nonce } = token;
  const scopes = scopesIn(token.scope);
  if (!scopes.includes("openid")) return undefined;
  const issuedAt = toUnixSeconds(new Date());
  const includesEmail = scopes.includes("email");
  const includesPhone = scopes.includes("phone");
  return context.accessTokens.sign({
    iss: context.config.auth.jwt_issuer,
    sub: user.id,
    aud: clientId,
    exp: issuedAt + lifetimeSeconds,
    iat: issuedAt,
    ...(nonce ? { nonce } : {}),
    auth_time: user.last_sign_in_at ? toUnixSeconds(user.last_sign_in_at) : issuedAt,
    ...(includesEmail && user.email ? { email: user.email } : {}),
    email_verified: includesEmail && user.email_confirmed_at !== null,
    ...(includesPhone && user.phone ? { phone_number: user.phone } : {}),
    phone_number_verified: includesPhone && user.phone_confirmed_at !== null,
    // Without the scope `email`, remove the address: for a user without a name, it would become the claim `name`.
    ...(scopes.includes("profile")
      ? profileClaims(includesEmail ? user : { ...user, email: null })
      : {}),
    client_id: clientId,
  });
}
