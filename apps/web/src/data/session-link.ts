import { type AuthError, isAuthRetryableFetchError } from "@supabase/auth-js";

/** The session in an address, as links in messages and social providers bring it. */
export type SessionLink = "none" | "session" | "recovery";

/** Reads it. A recovery's session is there to set a new password with. */
export function sessionLinkAt(address: string): SessionLink {
  const fragment = new URLSearchParams(new URL(address).hash.slice(1));
  if (!fragment.has("access_token")) return "none";
  return fragment.get("type") === "recovery" ? "recovery" : "session";
}

/** The part of the browser that {@link takingTokens} needs. */
export interface AddressBar {
  readonly location: Pick<Location, "pathname" | "search" | "hash">;
  readonly history: Pick<History, "state" | "replaceState">;
}

/**
 * Lets an auth client take the tokens out of the address without leaving them in the browser's
 * history, where Back would show them: left to itself the client empties the fragment after a
 * request, by which time the browser makes a new entry of that.
 */
export function takingTokens({ location, history }: AddressBar) {
  let taken: string | undefined;
  return {
    /** The client's option `detectSessionInUrl`. The client has read the address when it asks this. */
    detectSessionInUrl: (_url: URL, parameters: Readonly<Record<string, string>>): boolean => {
      if (!parameters["access_token"]) return false;
      taken = location.hash;
      history.replaceState(history.state, "", location.pathname + location.search);
      return true;
    },
    /** Puts the tokens back if the server could not be asked about them, so that a reload can. */
    settle: (error: AuthError | null): void => {
      if (!taken || !error || !isAuthRetryableFetchError(error)) return;
      history.replaceState(history.state, "", location.pathname + location.search + taken);
    },
  };
}
