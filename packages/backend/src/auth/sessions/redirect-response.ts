import type { AuthError } from "../errors.ts";
import type { TokenResponse } from "./token-response.ts";

/**
 * The addresses by which a flow comes back to the application. The implicit flow answers in the fragment,
 * which no server sees; PKCE in the query, errors in both. `sb` marks the answer as this server's
 * (supabase/auth, `internal/api/verify.go`).
 */

/** Signed in: the session, in the fragment. */
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

/** Signed in, by PKCE: the code to exchange, in the query. */
export function codeRedirect(target: string, code: string): string {
  const url = new URL(target);
  url.searchParams.set("code", code);
  return url.href;
}

/** A message, while the flow waits for another step. */
export function messageRedirect(target: string, message: string, isPkce: boolean): string {
  return withFragment(isPkce ? withQuery(target, { message }) : target, { message });
}

/** OAuth's names for kinds of refusal (RFC 6749, section 4.1.2.1), by status. */
export const oauthErrors: Readonly<Record<number, string>> = {
  400: "invalid_request",
  401: "unauthorized_client",
  403: "access_denied",
  500: "server_error",
  503: "temporarily_unavailable",
};

/** Refused. */
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
