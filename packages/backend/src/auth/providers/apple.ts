import { decodeJwt } from "jose";
import { text } from "./json.ts";
import type { Profile } from "./profile.ts";

const issuers = new Set(["https://appleid.apple.com", "https://account.apple.com"]);

/** Apple issues ID tokens in two names, with the keys of one. */
export function appleKeys(issuer: string): string | undefined {
  return issuers.has(issuer) ? "https://appleid.apple.com/auth/keys" : undefined;
}

/**
 * Adds the name that Apple posts beside the code, once, at the first sign-in.
 *
 * @param user the callback's form field `user`, JSON in the shape of
 *   https://developer.apple.com/documentation/signinwithapple/incorporating-sign-in-with-apple-into-other-platforms
 * @throws {SyntaxError} when it is not JSON
 */
export function withAppleName(profile: Profile, user: string): Profile {
  const person: unknown = JSON.parse(user);
  const name = `${text(person, "name", "firstName")} ${text(person, "name", "lastName")}`.trim();
  if (name === "") return profile;
  return { ...profile, claims: { ...profile.claims, name, full_name: name } };
}

/**
 * Why Apple would turn the client secret down, in a sentence for whoever runs the server: it is a
 * JWT that the developer signs with a key from Apple and that lives six months at most.
 * @see https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
 */
export function appleSecretFault(secret: string, now = new Date()): string | undefined {
  let expires: number | undefined;
  try {
    expires = decodeJwt(secret).exp;
  } catch {
    return "auth.external.apple.secret is not the JWT that Apple's documentation describes";
  }
  if (expires !== undefined && expires * 1000 <= now.getTime()) {
    const day = new Date(expires * 1000).toISOString().slice(0, 10);
    return `auth.external.apple.secret expired on ${day}; sign a new one`;
  }
  return undefined;
}
