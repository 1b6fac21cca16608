import type { AuthError } from "../errors.ts";
import type { TokenResponse } from "./token-response.ts";

/**
 * The URLs that return the browser from a flow to the application. The implicit flow uses the fragment, which servers
 * do not see; PKCE uses the query; errors use both. `sb` marks the response as Supabase's (supabase/auth,
 * `internal/api/verify.go`).
 */

/** Returns the target with the session in the fragment. */
export function sessionRedirect(
  target: string,
  response: TokenResponse,
  extra: Readonly<Record<string, string>>,
): string {
  const { access_token, token_type, refresh_token } = response;
  return withFragment(target, {
    ...extra,
    access_token,
    token_type,
    expires_in: String(response.expires_in),
    expires_at: String(response.expires_at),
    refresh_token,
  });
}

/** Returns the target with a PKCE code in the query. */
export function codeRedirect(target: string, code: string): string {
  const url = new URL(target);
  url.searchParams.set("code", code);
  return url.href;
}

/** Returns the target with a message, if the flow needs another step. */
export function messageRedirect(target: string, message: string, isPkce: boolean): string {
  return withFragment(isPkce ? withQuery(target, { message }) : target, { message });
}

/** OAuth's error codes (RFC 6749, section 4.1.2.1) by status. */
export const oauthErrors: Readonly<Record<number, string>> = {
  400: "invalid_request",
  401: "unauthorized_client",
  403: "access_denied",
  500: "server_error",
  503: "temporarily_unavailable",
};

/** Returns the target with an error. */
export function errorRedirect(target: string, error: AuthError, isPkce: boolean): string {
  const name = oauthErrors[error.status];
  const params = {
    ...(name ? { error: name } : {}),
    error_code: error.code,
    error_description: error.message,
  };
  return withFragment(isPkce ? withQuery(target, params) : target, params);
}

export function withQuery(target: string, params: Readonly<Record<string, string>>): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return url.href;
}

export function withFragment(target: string, params: Readonly<Record<string, string>>): string {
  const url = new URL(target);
  const fragment = new URLSearchParams({ ...params, sb: "" });
  fragment.sort();
  url.hash = fragment.toString();
  return url.href;
}
