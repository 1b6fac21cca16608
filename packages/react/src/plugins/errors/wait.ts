/**
 * How long a server asks to wait, in seconds, by what it says: it sends no `Retry-After`, only
 * "For security purposes, you can only request this after 47 seconds." (supabase/auth,
 * `internal/api/errors.go`). Undefined where it names no time.
 */
export function waitOf(message: string): number | undefined {
  const seconds = /\b(\d+) seconds?\b/.exec(message)?.[1];
  return seconds === undefined ? undefined : Number(seconds);
}

/** How long to wait where the server does not say: the shortest limit that hosted projects have. */
export const usualWait = 60;
