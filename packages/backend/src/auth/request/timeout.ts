import type { MiddlewareHandler } from "hono";
import { AuthError } from "../errors.ts";

/**
 * Answers 504 to a request that is not done in time, so that no caller waits for a database or a mail
 * server for ever (supabase/auth, `timeoutMiddleware`). The work that it began may still finish.
 *
 * @param limitMs milliseconds
 */
export function requestTimeout(limitMs: number): MiddlewareHandler {
  return async (_, next) => {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(timedOut()), limitMs);
    try {
      await Promise.race([next(), late.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}

const timedOut = () =>
  new AuthError(
    504,
    "request_timeout",
    "Processing this request timed out, please retry after a moment.",
  );
