import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";

/** @throws {AuthError} 404 if `[auth.oauth_server]` is not enabled */
export function requireOAuthServer(context: AuthContext): void {
  if (context.config.auth.oauth_server.enabled) return;
  throw new AuthError(404, "feature_disabled", "OAuth server is disabled");
}

/** @throws {AuthError} 404 if passkeys are disabled */
export function requirePasskeys(context: AuthContext): void {
  if (context.config.auth.passkey?.enabled) return;
  throw new AuthError(404, "passkey_disabled", "Passkeys are disabled");
}

/** @throws {AuthError} 404 if the project does not allow linking */
export function requireManualLinking(context: AuthContext): void {
  if (context.config.auth.enable_manual_linking) return;
  throw new AuthError(404, "manual_linking_disabled", "Manual linking is disabled");
}
