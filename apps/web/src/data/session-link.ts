import { type AuthError, isAuthRetryableFetchError } from "@supabase/auth-js";

/** The kind of session in a URL, which comes from a link in an e-mail or from a social provider. */
export type SessionLink = "none" | "session" | "recovery";

/** Returns the kind of session that a URL contains. */
export function sessionLinkIn(address: string): SessionLink {
  const fragment = new URLSearchParams(new URL(address).hash.slice(1));
  if (!fragment.has("access_token")) return "none";
  return fragment.get("type") === "recovery" ? "recovery" : "session";
}

/** The user whom a session in a URL would sign in. */
export interface LinkedUser {
  readonly id: string;
  readonly email: string | undefined;
  /** The e-mail address or phone number; undefined for a guest. */
  readonly name: string | undefined;
}

/**
 * Returns the user whom a session in a URL would sign in, or undefined if the URL has no session that can be read.
 * The token is not verified here; the server refuses a token that it has not signed.
 */
export function userInUrl(address: string): LinkedUser | undefined {
  const token = new URLSearchParams(new URL(address).hash.slice(1)).get("access_token");
  const claims = claimsOf(token ?? "");
  const { sub, email, phone } = claims ?? {};
  if (typeof sub !== "string") return undefined;
  const [emailAddress, phoneNumber] = [email, phone].map((value) =>
    typeof value === "string" && value !== "" ? value : undefined,
  );
  return { id: sub, email: emailAddress, name: emailAddress ?? phoneNumber };
}

function claimsOf(token: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const payload = token.split(".")[1] ?? "";
    const bytes = atob(payload.replaceAll("-", "+").replaceAll("_", "/"));
    const text = new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The part of the browser that {@link createTokenRemover} needs. */
export interface AddressBar {
  readonly location: Pick<Location, "pathname" | "search" | "hash">;
  readonly history: Pick<History, "state" | "replaceState">;
}

const tokenNames = ["access_token", "refresh_token"];

/**
 * Removes the tokens from the address before the auth client's first request. The client itself clears the fragment
 * only after that request. It also adds a history entry, and leaves the tokens in the previous one.
 */
export function createTokenRemover({ location, history }: AddressBar) {
  let removedHash: string | undefined;
  return {
    /** The client's option `detectSessionInUrl`. The client calls it after it has read the URL. */
    detectSessionInUrl: (_url: URL, parameters: Readonly<Record<string, string>>): boolean => {
      // The client also reads the query string, where the server never puts a session and which the page has not
      // confirmed.
      const fragment = new URLSearchParams(location.hash.slice(1));
      const isInFragment = tokenNames.every((name) => parameters[name] === fragment.get(name));
      if (!parameters["access_token"] || !isInFragment) return false;
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
