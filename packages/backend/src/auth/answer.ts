import type { Context, ErrorHandler } from "hono";
import type { Log } from "../log/log.ts";
import { currentRequestId } from "../log/request-id.ts";
import { AuthError, errorBody, OAuthError, speaksNamedCodes, unexpected } from "./errors.ts";

/** Answers errors in the format of the API version that the client asked for. */
export const answerError =
  (log: Log): ErrorHandler =>
  (error, c) => {
    if (error instanceof AuthError) {
      if (error.status >= 500) log.error({ err: error.cause ?? error }, error.message);
      return refusal(c, error);
    }
    if (error instanceof OAuthError) {
      return c.json({ error: error.error, error_description: error.message }, 400);
    }
    log.error({ err: error }, "a request to the auth wire failed");
    return refusal(c, unexpected(error));
  };

/** Answers a method that the path does not allow. */
export function notAllowed(c: Context, allowed: readonly string[]): Promise<Response> {
  return Promise.resolve(c.body(null, 405, { allow: allowed.join(", ") }));
}

function refusal(c: Context, error: AuthError): Response {
  const version = c.req.header("x-supabase-api-version");
  const headers = new Headers(c.res.headers);
  headers.set("content-type", "application/json");
  headers.set("x-sb-error-code", error.code);
  if (error.retryAfter !== undefined) headers.set("retry-after", String(error.retryAfter));
  if (version && speaksNamedCodes(version)) headers.set("x-supabase-api-version", "2024-01-01");
  return new Response(JSON.stringify(errorBody(error, version, currentRequestId())), {
    status: error.status,
    headers,
  });
}
