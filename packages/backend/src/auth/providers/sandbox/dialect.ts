/**
 * The dialect of each provider for an account, in the shapes of its public documentation, so that the
 * mappings read the same from the sandbox as from the provider.
 */
import type { Account } from "./people.ts";

export interface Dialect {
  /** Answers of the user-info endpoints, by the names of the table. */
  readonly documents?: (account: Account) => Readonly<Record<string, unknown>>;
  /** Claims of the ID token beyond iss, aud, iat, exp and nonce. */
  readonly idToken?: (account: Account) => Readonly<Record<string, unknown>>;
  /** The token response, if it departs from RFC 6749, section 5.1. */
  readonly token?: (
    response: Readonly<Record<string, unknown>>,
    account: Account,
  ) => Readonly<Record<string, unknown>>;
  /** Headers that the provider requires. */
  readonly headers?: readonly string[];
}

/** Drops empty members, as most providers leave out the values that they may not tell. */
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
