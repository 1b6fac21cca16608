import type { Context } from "hono";
import type { AuthContext } from "../../context.ts";
import { supportedScopes } from "../../sessions/scopes.ts";

/**
 * `GET /.well-known/openid-configuration` and `GET /.well-known/oauth-authorization-server`: returns the
 * server's metadata (OpenID Connect Discovery 1.0; RFC 8414). The values are the reference's (supabase/auth,
 * `WellKnownOpenID`).
 */
export function serverMetadata(context: AuthContext, c: Context): Response {
  const { jwt_issuer: issuer, oauth_server: server } = context.config.auth;
  const base = issuer.replace(/\/+$/, "");
  const allowsRegistration = server.enabled && server.allow_dynamic_registration;
  c.header("cache-control", "public, max-age=600");
  return c.json({
    issuer,
    authorization_endpoint: `${base}/oauth/authorize`,
    token_endpoint: `${base}/oauth/token`,
    jwks_uri: `${base}/.well-known/jwks.json`,
    userinfo_endpoint: `${base}/oauth/userinfo`,
    ...(allowsRegistration ? { registration_endpoint: `${base}/oauth/clients/register` } : {}),
    scopes_supported: supportedScopes,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256", "HS256", "ES256"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
    claims_supported: [
      "sub",
      "aud",
      "iss",
      "exp",
      "iat",
      "auth_time",
      "nonce",
      "email",
      "email_verified",
      "phone_number",
      "phone_number_verified",
      "name",
      "picture",
      "preferred_username",
      "updated_at",
    ],
    code_challenge_methods_supported: ["S256"],
  });
}
