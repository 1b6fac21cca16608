import { type AuthError, isAuthRetryableFetchError } from "@supabase/auth-js";

/** What kind of session a URL contains, put there by a link in an e-mail or by a social provider. */
export type SessionLink = "none" | "session" | "recovery";

/** Returns what kind of session a URL contains. */
export function sessionLinkIn(address: string): SessionLink {
  const fragment = new URLSearchParams(new URL(address).hash.slice(1));
  if (!fragment.has("access_token")) return "none";
  return fragment.get("type") === "recovery" ? "recovery" : "session";
}

/** The part of the browser that {@link createTokenRemover} needs. */
export interface AddressBar {
  readonly location: Pick<Location, "pathname" | "search" | "hash">;
  readonly history: Pick<History, "state" | "replaceState">;
}

/**
 * Removes the tokens from the address before the auth client's first request. The client itself clears the fragment
 * only after that request, which adds a history entry and leaves the tokens in the one before.
 */
export function createTokenRemover({ location, history }: AddressBar) {
  let removedHash: string | undefined;
  return {
    /** The client's option `detectSessionInUrl`. The client has read the URL by the time it calls this. */
    detectSessionInUrl: (_url: URL, parameters: Readonly<Record<string, string>>): boolean => {
      if (!parameters["access_token"]) return false;
      removedHash = location.hash;
      history.replaceState(history.state, "", location.pathname + location.search);
      return true;
    },
    /** Restores the tokens if the server could not be reached, so that a reload can try again. */
    settle: (error: AuthError | null): void => {
      if (!removedHash || !error || !isAuthRetryableFetchError(error)) return;
      history.replaceState(history.state, "", location.pathname + location.search + removedHash);
    },
  };
}
