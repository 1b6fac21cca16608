/**
 * Each provider's responses for an account, as its public documentation describes them, so that mappings work the same
 * with the sandbox as with the provider.
 */
import type { Account } from "./people.ts";

export interface SandboxResponses {
  /** Responses of the user-info endpoints, by name. */
  readonly documents?: (account: Account) => Readonly<Record<string, unknown>>;
  /** Claims of the ID token besides iss, aud, iat, exp and nonce. */
  readonly idToken?: (account: Account) => Readonly<Record<string, unknown>>;
  /** The token response, if it differs from RFC 6749, section 5.1. */
  readonly token?: (
    response: Readonly<Record<string, unknown>>,
    account: Account,
  ) => Readonly<Record<string, unknown>>;
  /** Headers that the provider requires. */
  readonly headers?: readonly string[];
}

/** Drops empty members: most providers omit values that they do not share. */
export const withoutEmpty = (members: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== ""));

export const withoutType = ({ token_type: _, ...response }: Readonly<Record<string, unknown>>) =>
  response;

export const oidcClaims = (account: Account) =>
  withoutEmpty({
    sub: account.subject,
    name: account.name,
    given_name: account.givenName,
    family_name: account.familyName,
    picture: account.avatar,
    email: account.email,
    ...(account.email === "" ? {} : { email_verified: account.verified }),
  });
