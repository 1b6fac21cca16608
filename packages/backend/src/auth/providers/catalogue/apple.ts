import { decodeJwt } from "jose";
import { type BuiltInProvider, commonDescription, endpoint } from "../description.ts";
import { customClaims, type IdTokenMapping, subjectClaims } from "../id-token-claims.ts";
import { flagAt, textAt, valueAt } from "../json.ts";
import type { Profile } from "../profile.ts";
import { singleEmail } from "../profile.ts";
import { withoutEmpty } from "../sandbox/responses.ts";

/** Apple's ID token does not contain the name. Apple posts the name with the callback, once ({@link withAppleName}). */
const mapIdToken: IdTokenMapping = (token) => {
  const claims: Record<string, unknown> = {};
  // Apple sends this flag as a boolean or as a string.
  if (valueAt(token, "is_private_email") !== undefined)
    claims["is_private_email"] = flagAt(token, "is_private_email");
  if (typeof valueAt(token, "auth_time") === "number")
    claims["auth_time"] = valueAt(token, "auth_time");
  if (textAt(token, "transfer_sub") !== "") claims["transfer_sub"] = textAt(token, "transfer_sub");
  return {
    // Apple marks addresses of work and school accounts as unverified.
    emails: singleEmail(
      textAt(token, "email"),
      valueAt(token, "email_verified") === undefined || flagAt(token, "email_verified"),
    ),
    claims: { ...subjectClaims(token), ...customClaims(claims) },
  };
};

export const apple = {
  ...commonDescription,
  title: "Apple",
  authorization: endpoint("appleid.apple.com", "/auth/authorize"),
  token: endpoint("appleid.apple.com", "/auth/token"),
  scopes: ["email", "name"],
  allowsExtraScopes: false,
  // Apple requires a form post if the name or the address is requested.
  parameters: { response_mode: "form_post" },
  url: "ignored",
  profile: "id-token",
  idToken: { keysUrl: appleKeysUrl, returnsNonce: true, map: mapIdToken },
  sandboxResponses: {
    idToken: (account) =>
      withoutEmpty({
        sub: account.subject,
        email: account.email,
        email_verified: account.verified,
        is_private_email: false,
        auth_time: Math.floor(Date.now() / 1000),
      }),
  },
} satisfies BuiltInProvider;

const issuers = new Set(["https://appleid.apple.com", "https://account.apple.com"]);

/** Returns the URL of Apple's keys, or undefined for another issuer. Apple uses two issuers with the same keys. */
export function appleKeysUrl(issuer: string): string | undefined {
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
  const name =
    `${textAt(person, "name", "firstName")} ${textAt(person, "name", "lastName")}`.trim();
  if (name === "") return profile;
  return { ...profile, claims: { ...profile.claims, name, full_name: name } };
}

/**
 * Returns a message for the operator if Apple would refuse the client secret, which is a JWT that the
 * developer signs and that is valid for six months at most.
 *
 * @see https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
 */
export function appleSecretProblem(secret: string, now = new Date()): string | undefined {
  let expirySeconds: number | undefined;
  try {
    expirySeconds = decodeJwt(secret).exp;
  } catch {
    return "auth.external.apple.secret is not the JWT that Apple's documentation describes";
  }
  if (expirySeconds !== undefined && expirySeconds * 1000 <= now.getTime()) {
    const day = new Date(expirySeconds * 1000).toISOString().slice(0, 10);
    return `auth.external.apple.secret expired on ${day}; sign a new one`;
  }
  return undefined;
}
