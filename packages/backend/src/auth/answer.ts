import type { Context } from "hono";
import { clientGoneStatus, isClientGone } from "../http/body/client-gone.ts";
import type { Log } from "../log/log.ts";
import { currentRequestId } from "../log/request-id.ts";
import { AuthError, OAuthError, OAuthTokenRefusal, unexpected, WeakPassword } from "./errors.ts";

/** Returns the response for an error that an endpoint has thrown. */
export function toResponse(error: unknown, c: Context, log: Log): Response {
  const { cause } = error instanceof AuthError ? error : {};
  if (isClientGone(cause ?? error)) return new Response(null, { status: clientGoneStatus });
  if (error instanceof AuthError) {
    if (error.status >= 500) log.error({ err: error.cause ?? error }, error.message);
    return authErrorResponse(error, c);
  }
  if (error instanceof OAuthError) {
    return c.json({ error: error.error, error_description: error.message }, 400);
  }
  log.error({ err: error }, "a request to the auth wire failed");
  return authErrorResponse(unexpected(error), c);
}

/** Returns an error in the format of the API version that the client asked for. */
function authErrorResponse(error: AuthError, c: Context): Response {
  const version = c.req.header("x-supabase-api-version");
  const headers = new Headers(c.res.headers);
  headers.set("content-type", "application/json");
  headers.set("x-sb-error-code", error.code);
  if (error.retryAfter !== undefined) headers.set("retry-after", String(error.retryAfter));
  if (version && usesNamedCodes(version)) headers.set("x-supabase-api-version", "2024-01-01");
  return new Response(JSON.stringify(errorBody(error, version, currentRequestId())), {
    status: error.status,
    headers,
  });
}

/** Since this API version, `code` is the error code; in earlier versions, it is the status. */
const namedCodesVersion = "2024-01-01";

/**
 * Returns the body of an error in the format of the API version that the client asked for
 * (`X-Supabase-Api-Version`; supabase/auth, `internal/api/errors.go`).
 *
 * @param requestId the first version includes it in server errors
 */
function errorBody(
  error: AuthError,
  apiVersion: string | undefined,
  requestId: string | undefined,
): object {
  const weakPasswordDetails =
    error instanceof WeakPassword ? { weak_password: { reasons: error.reasons } } : {};
  const oauth =
    error instanceof OAuthTokenRefusal
      ? { error: error.error, error_description: error.message }
      : {};
  if (usesNamedCodes(apiVersion)) {
    return { code: error.code, message: error.message, ...weakPasswordDetails, ...oauth };
  }
  const id = error.status >= 500 ? { error_id: requestId } : {};
  return {
    code: error.status,
    error_code: error.code,
    msg: error.message,
    ...id,
    ...weakPasswordDetails,
    ...oauth,
  };
}

/** Returns whether the client's API version uses error codes. A value that is not a date means the first version. */
function usesNamedCodes(apiVersion: string | undefined): boolean {
  return apiVersion !== undefined && isDate(apiVersion) && apiVersion >= namedCodesVersion;
}

/** Returns whether the text is a calendar date such as 2024-01-01. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
