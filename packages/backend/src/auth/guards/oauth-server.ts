import type { Auth } from "../context.ts";
import { AuthError } from "../errors.ts";

/** @throws {AuthError} 404 if `[auth.oauth_server]` is not enabled */
export function requireOAuthServer(auth: Auth): void {
  if (auth.config.auth.oauth_server.enabled) return;
  throw new AuthError(404, "feature_disabled", "OAuth server is disabled");
}
