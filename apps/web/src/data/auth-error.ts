import type { AuthError, AuthRetryableFetchError } from "@supabase/auth-js";

/*
 * What kind of error the auth client reported. The client has the same questions; they are asked where it
 * is not loaded yet.
 */

/** Whether the auth client reported it. */
export function isAuthError(error: unknown): error is AuthError {
  return typeof error === "object" && error !== null && "__isAuthError" in error;
}

/** Whether there was no answer of the server, so that the same may well succeed later. */
export function isAuthRetryableFetchError(error: unknown): error is AuthRetryableFetchError {
  return isAuthError(error) && error.name === "AuthRetryableFetchError";
}
