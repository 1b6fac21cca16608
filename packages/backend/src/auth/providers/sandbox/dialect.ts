/**
 * How each provider writes an account down, in the shapes of its public documentation, so that the
 * mappings read from the sandbox what they read from the provider.
 */
import type { Account } from "./people.ts";

export interface Dialect {
  /** Answers of the user-info endpoints, by the names of the table. */
  readonly documents?: (account: Account) => Readonly<Record<string, unknown>>;
  /** Claims of the ID token beyond iss, aud, iat, exp and nonce. */
  readonly idToken?: (account: Account) => Readonly<Record<string, unknown>>;
  /** The token response, where it departs from RFC 6749, section 5.1. */
  readonly token?: (
    response: Readonly<Record<string, unknown>>,
    account: Account,
  ) => Readonly<Record<string, unknown>>;
  /** Headers without which the provider does not answer. */
  readonly headers?: readonly string[];
}

/** Members without a text go, as most providers leave out what they may not tell. */
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
