import type { AuthContext } from "../context.ts";
import { customizeClaims } from "../hooks/access-token-hook.ts";
import { narrowUser } from "./application-scopes.ts";
import { assuranceLevel } from "./assurance.ts";
import type { Grant } from "./grants.ts";
import { endSessions } from "./sessions.ts";

export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: "bearer";
  /** The lifetime of the access token, in seconds. */
  readonly expires_in: number;
  /** The end of the access token, in seconds since 1970. */
  readonly expires_at: number;
  readonly refresh_token: string;
  readonly user: object;
}

/**
 * Returns the token response (RFC 6749, section 5.1) with the user.
 *
 * @throws {AuthError} if the hook `custom_access_token` refuses, which also ends a new session
 */
export async function tokenResponse(context: AuthContext, granted: Grant): Promise<TokenResponse> {
  const { user, session, methods } = granted;
  const visibleUser = narrowUser(user, session);
  const issuedAt = Math.floor(Date.now() / 1000);
  const lifetime = context.config.auth.jwt_expiry;
  const claims = {
    iss: context.config.auth.jwt_issuer,
    sub: user.id,
    aud: user.aud,
    exp: issuedAt + lifetime,
    iat: issuedAt,
    email: visibleUser.email ?? "",
    phone: visibleUser.phone ?? "",
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: visibleUser.raw_user_meta_data ?? {},
    role: user.role,
    aal: assuranceLevel(methods),
    amr: methods,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
    ...(session.oauth_client_id ? { client_id: session.oauth_client_id } : {}),
    ...(session.scopes ? { scope: session.scopes } : {}),
  };
  const customized = await customizeClaims(context, claims, granted.authenticationMethod).catch(
    async (error) => {
      if (granted.isFirst) await endSessions(context.database, user.id, "local", session.id);
      throw error;
    },
  );
  return {
    access_token: await context.accessTokens.sign(customized),
    token_type: "bearer",
    expires_in: lifetime,
    expires_at: issuedAt + lifetime,
    refresh_token: granted.refreshToken,
    user: granted.userJson,
  };
}
