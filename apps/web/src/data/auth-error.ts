import type { AuthError, AuthRetryableFetchError } from "@supabase/auth-js";

/*
 * What kind of error the auth client reported. The client has the same questions; they are asked where it
 * is not loaded yet.
 */

/** True for an error of the auth client. */
export function isAuthError(error: unknown): error is AuthError {
  return typeof error === "object" && error !== null && "__isAuthError" in error;
}

/** True when the server did not answer, so that a retry may succeed. */
export function isAuthRetryableFetchError(error: unknown): error is AuthRetryableFetchError {
  return isAuthError(error) && error.name === "AuthRetryableFetchError";
}
