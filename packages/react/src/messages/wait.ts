/** The default time before another message can be requested. A server error can contain a different time. */
export const defaultWaitSeconds = 60;

/**
 * Returns the time to wait before the next attempt if the error is a rate limit, otherwise undefined. The server sends
 * the time only in the message, without a Retry-After header: "For security purposes, you can only request this after
 * 43 seconds." (https://github.com/supabase/auth/blob/master/internal/api/errors.go).
 */
export function retryAfterSeconds(error: unknown): number | undefined {
  const { code, message, status }: { code?: unknown; message?: unknown; status?: unknown } =
    Object(error);
  const isRateLimited = status === 429 || /^over_\w+_rate_limit$/.test(String(code));
  if (!isRateLimited) return undefined;
  const seconds = /\b(\d+) seconds?\b/.exec(String(message))?.[1];
  return seconds ? Number(seconds) : defaultWaitSeconds;
}
