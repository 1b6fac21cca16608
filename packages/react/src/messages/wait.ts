/** How long to wait before a message may be asked for again, in seconds, where the server does not say. */
export const usualWait = 60;

/**
 * How long the server says to wait before the next try, in seconds; undefined for another error.
 * The reference server says it in the message alone, and sends no Retry-After: "For security
 * purposes, you can only request this after 43 seconds."
 * (https://github.com/supabase/auth/blob/master/internal/api/errors.go).
 */
export function retryAfter(error: unknown): number | undefined {
  const { code, message, status }: { code?: unknown; message?: unknown; status?: unknown } =
    Object(error);
  const limited = status === 429 || /^over_\w+_rate_limit$/.test(String(code));
  if (!limited) return undefined;
  const seconds = /\b(\d+) seconds?\b/.exec(String(message))?.[1];
  return seconds ? Number(seconds) : usualWait;
}
