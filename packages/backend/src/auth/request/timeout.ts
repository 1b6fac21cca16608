import type { MiddlewareHandler } from "hono";
import { AuthError } from "../errors.ts";

/**
 * Answers 504 to a request that takes too long, for example because the database or the mail server does not
 * answer (supabase/auth, `timeoutMiddleware`). Work that has begun may still finish.
 */
export function requestTimeout(limitMs: number): MiddlewareHandler {
  return async (_, next) => {
    const timeoutError = Promise.withResolvers<never>();
    const timer = setTimeout(() => timeoutError.reject(requestTimedOut()), limitMs);
    try {
      await Promise.race([next(), timeoutError.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}

const requestTimedOut = () =>
  new AuthError(
    504,
    "request_timeout",
    "Processing this request timed out, please retry after a moment.",
  );
