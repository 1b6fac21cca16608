import type { AuthContext } from "../context.ts";
import { customizeClaims } from "../hooks/access-token-hook.ts";
import { narrowUser } from "./application-scopes.ts";
import type { Grant } from "./grants.ts";
import { endSessions } from "./sessions.ts";
import { tokenClaims } from "./token-claims.ts";

export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: "bearer";
  /** The lifetime of the access token, in seconds. */
  readonly expires_in: number;
  /** When the access token expires, in seconds since 1970. */
  readonly expires_at: number;
  readonly refresh_token: string;
  readonly user: object;
}

/**
 * Returns the token response (RFC 6749, section 5.1) with the user.
 *
 * @throws {AuthError} if the hook `custom_access_token` refuses, which also ends a new session
 */
export async function tokenResponse(context: AuthContext, grant: Grant): Promise<TokenResponse> {
  const { user, session, methods } = grant;
  const claims = tokenClaims(context.config, narrowUser(user, session), { ...session, methods });
  const customizedClaims = await customizeClaims(context, claims, grant.authenticationMethod).catch(
    async (error) => {
      if (grant.isFirst) await endSessions(context.database, user.id, "local", session.id);
      throw error;
    },
  );
  return {
    access_token: await context.accessTokens.sign(customizedClaims),
    token_type: "bearer",
    expires_in: claims.exp - claims.iat,
    expires_at: claims.exp,
    refresh_token: grant.refreshToken,
    user: grant.userJson,
  };
}
