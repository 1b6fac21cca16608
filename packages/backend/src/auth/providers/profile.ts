/** An address of a profile, and if the provider vouches for it. */
export interface ProfileEmail {
  readonly email: string;
  /** The provider says that this person can read mail sent there. */
  readonly verified: boolean;
  readonly primary: boolean;
}

/** The one address that most providers tell. */
export const oneEmail = (email: string, verified: boolean): ProfileEmail[] => [
  { email, verified, primary: true },
];

/** A person's profile at a provider. */
export interface Profile {
  /** The provider's lasting id of the account; with the provider it makes the identity. */
  readonly subject: string;
  readonly emails: readonly ProfileEmail[];
  /**
   * The contents of `auth.identities.identity_data` and `user_metadata`: the claim names of Supabase
   * Auth, empty ones left out, `email_verified` and `phone_verified` always there.
   */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** The claims a mapping may give, by the names that Supabase Auth stores them under. */
export interface Claims {
  readonly iss: string;
  readonly sub: string;
  readonly name?: string;
  readonly family_name?: string;
  readonly given_name?: string;
  readonly nickname?: string;
  readonly preferred_username?: string;
  readonly profile?: string;
  readonly picture?: string;
  readonly website?: string;
  readonly locale?: string;
  readonly custom_claims?: Readonly<Record<string, unknown>>;
  readonly full_name?: string;
  readonly avatar_url?: string;
  readonly slug?: string;
  readonly provider_id?: string;
  readonly user_name?: string;
}

/** A mapping's result, before {@link completeProfile} makes it storable. */
export interface MappedProfile {
  readonly emails: readonly ProfileEmail[];
  readonly claims: Claims | Readonly<Record<string, unknown>>;
}

/**
 * The letters outside ASCII with a lower case in ASCII, in JavaScript or in PostgreSQL: İ and the Kelvin
 * sign. An address with one of them would become that of the owner of the plain letter.
 */
const foldsToAscii = /[\u0130\u212A]/;

/**
 * Ends a mapping as Supabase Auth does: the primary address, else the last one, becomes the `email` claim
 * with its `email_verified`; empty texts go, and both flags stay even when false. An address that would
 * become another's in lower case is dropped.
 */
export function completeProfile(subject: string, mapped: MappedProfile): Profile {
  const emails = mapped.emails.filter(({ email }) => email !== "" && !foldsToAscii.test(email));
  const chosen = emails.find(({ primary }) => primary) ?? emails.at(-1);
  const claims: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(mapped.claims)) {
    if (value !== "" && value !== undefined && value !== null) claims[name] = value;
  }
  if (chosen !== undefined) claims["email"] = chosen.email;
  else delete claims["email"];
  claims["email_verified"] = chosen?.verified ?? false;
  claims["phone_verified"] = claims["phone_verified"] === true;
  return { subject, emails, claims };
}
