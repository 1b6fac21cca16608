import type { Config } from "../../config/sections/schema.ts";
import type { User } from "../users/users.ts";
import { assuranceLevel } from "./assurance.ts";

/** The session of a token. */
export interface TokenSession {
  readonly id: string;
  /** How the user has signed in: the claim `amr`. */
  readonly methods: readonly { readonly method: string; readonly timestamp: number }[];
  readonly oauth_client_id?: string | null | undefined;
  readonly scopes?: string | null | undefined;
}

/** Returns the claims of an access token before the hook `custom_access_token` changes them. */
export function tokenClaims(
  { auth }: Pick<Config, "auth">,
  user: User,
  { id, methods, oauth_client_id: oauthClientId, scopes }: TokenSession,
) {
  const issuedAt = Math.floor(Date.now() / 1000);
  return {
    iss: auth.jwt_issuer,
    sub: user.id,
    aud: user.aud,
    exp: issuedAt + auth.jwt_expiry,
    iat: issuedAt,
    email: user.email ?? "",
    phone: user.phone ?? "",
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role,
    aal: assuranceLevel(methods),
    amr: methods,
    session_id: id,
    is_anonymous: user.is_anonymous,
    ...(oauthClientId ? { client_id: oauthClientId } : {}),
    ...(scopes ? { scope: scopes } : {}),
  };
}
