import type { GoTrueClient } from "@supabase/auth-js";
import { readStored, removeStored, writeStored } from "../browser/device-storage.ts";
import { sessionKey } from "./stored-session.ts";

/*
 * Remembers which sign-ins this browser has started. A link with a session signs in everyone who opens it. If the
 * link was not requested here, it may come from another person, and the visitor would mistake that person's
 * account for their own.
 */

const emailsKey = `${sessionKey}.requested`;
const providerKey = `${sessionKey}.provider`;

/** The longest lifetime of a link that Supabase Auth accepts. */
const linkLifetimeMs = 24 * 60 * 60_000;
/** The longest duration of a sign-in at a provider. */
const providerVisitMs = 15 * 60_000;
const maxRequests = 10;

interface Request {
  readonly email: string;
  readonly at: number;
}

/** Remembers a client's requests for links, and its visits to providers. */
export function rememberRequests(auth: GoTrueClient): void {
  const { signUp, signInWithOtp, resetPasswordForEmail, resend, updateUser } = auth;
  const { signInWithOAuth, signInWithSSO } = auth;
  auth.signUp = (credentials) => {
    if ("email" in credentials) rememberEmail(credentials.email);
    return signUp.call(auth, credentials);
  };
  auth.signInWithOtp = (credentials) => {
    if ("email" in credentials) rememberEmail(credentials.email);
    return signInWithOtp.call(auth, credentials);
  };
  auth.resetPasswordForEmail = (email, options) => {
    rememberEmail(email);
    return resetPasswordForEmail.call(auth, email, options);
  };
  auth.resend = (credentials) => {
    if ("email" in credentials) rememberEmail(credentials.email);
    return resend.call(auth, credentials);
  };
  auth.updateUser = (attributes, options) => {
    if (attributes.email) rememberEmail(attributes.email);
    return updateUser.call(auth, attributes, options);
  };
  auth.signInWithOAuth = (credentials) => {
    rememberProvider();
    return signInWithOAuth.call(auth, credentials);
  };
  auth.signInWithSSO = (parameters) => {
    rememberProvider();
    return signInWithSSO.call(auth, parameters);
  };
  // Forget the addresses, because the next person at this browser has no use for them.
  auth.onAuthStateChange((event) => {
    if (event === "SIGNED_IN") removeStored(emailsKey);
  });
}

/** Returns whether this browser has requested a link for an address within the lifetime of links. */
export function hasRequestedLink(email: string): boolean {
  return readRequests().some((request) => request.email === email.toLowerCase());
}

/** Returns whether this tab was sent to a provider and may have returned from there. Later calls return false. */
export function takeProviderVisit(): boolean {
  try {
    const at = Number(sessionStorage.getItem(providerKey));
    sessionStorage.removeItem(providerKey);
    return isRecent(at, providerVisitMs);
  } catch {
    return false;
  }
}

function rememberEmail(email: string): void {
  const request = { email: email.trim().toLowerCase(), at: Date.now() };
  const others = readRequests().filter((other) => other.email !== request.email);
  writeStored(emailsKey, JSON.stringify([request, ...others].slice(0, maxRequests)));
}

function rememberProvider(): void {
  try {
    sessionStorage.setItem(providerKey, String(Date.now()));
  } catch {
    // Without the entry, the page asks for confirmation when the visitor returns.
  }
}

function readRequests(): readonly Request[] {
  try {
    const stored: unknown = JSON.parse(readStored(emailsKey) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isRequest) : [];
  } catch {
    return [];
  }
}

const isRequest = (value: unknown): value is Request =>
  typeof value === "object" &&
  value !== null &&
  "email" in value &&
  typeof value.email === "string" &&
  "at" in value &&
  typeof value.at === "number" &&
  isRecent(value.at, linkLifetimeMs);

const isRecent = (at: number, durationMs: number): boolean =>
  at > Date.now() - durationMs && at <= Date.now();
