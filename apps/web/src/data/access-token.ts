import type { GoTrueClient } from "@supabase/auth-js";
import { isAuthRetryableFetchError } from "@supabase/auth-js";
import { FetchError } from "./fetch-error.ts";

/**
 * Wraps `fetch` so that each request carries the session's access token, refreshed first if it has expired. Without a
 * session, requests are anonymous.
 *
 * @throws FetchError when the token had to be refreshed and the server could not be reached
 */
export function withAccessToken(
  auth: Pick<GoTrueClient, "getSession">,
  fetchImpl: typeof fetch,
): typeof fetch {
  return async (input, init) => {
    const { data, error } = await auth.getSession();
    if (error && isAuthRetryableFetchError(error)) {
      throw new FetchError(error.message, { cause: error });
    }
    const headers = new Headers(init?.headers);
    if (data.session) headers.set("Authorization", `Bearer ${data.session.access_token}`);
    return fetchImpl(input, { ...init, headers });
  };
}
