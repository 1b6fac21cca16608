import type { GoTrueClient } from "@supabase/auth-js";
import { isAuthRetryableFetchError } from "@supabase/auth-js";
import { FetchError } from "./network.ts";

/**
 * A `fetch` that speaks for whoever is signed in: each request carries the session's access token,
 * refreshed first when it has run out. With no session it carries none, and the server answers as to
 * a stranger.
 *
 * @throws FetchError when the token had to be refreshed and the server could not be reached for it.
 */
export function asWhoeverIsSignedIn(
  auth: Pick<GoTrueClient, "getSession">,
  send: typeof fetch,
): typeof fetch {
  return async (input, init) => {
    const { data, error } = await auth.getSession();
    if (error && isAuthRetryableFetchError(error)) {
      throw new FetchError(error.message, { cause: error });
    }
    const headers = new Headers(init?.headers);
    if (data.session) headers.set("Authorization", `Bearer ${data.session.access_token}`);
    return send(input, { ...init, headers });
  };
}
