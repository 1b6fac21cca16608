/** An address of a profile. */
export interface ProfileEmail {
  readonly email: string;
  /** Whether the provider has verified that this person reads mail at the address. */
  readonly verified: boolean;
  readonly primary: boolean;
}

/** Returns the list of addresses for a provider that sends a single one, as most do. */
export const singleEmail = (email: string, verified: boolean): ProfileEmail[] => [
  { email, verified, primary: true },
];

/** A person's profile at a provider. */
export interface Profile {
  /** The provider's permanent id of the account. */
  readonly subject: string;
  readonly emails: readonly ProfileEmail[];
  /**
   * The contents of `auth.identities.identity_data` and `user_metadata`, with Supabase Auth's claim names. Empty claims
   * are left out, but `email_verified` and `phone_verified` are always set.
   */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** The claims that a mapping can return, with Supabase Auth's names. */
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

/** The result of a mapping, which {@link completeProfile} completes. */
export interface MappedProfile {
  readonly emails: readonly ProfileEmail[];
  readonly claims: Claims | Readonly<Record<string, unknown>>;
}

/**
 * Letters outside ASCII whose lower case is ASCII in JavaScript or PostgreSQL: İ and the Kelvin sign. An
 * address with one of them would turn into another person's address.
 */
const foldsToAscii = /[\u0130\u212A]/;

/**
 * Completes a mapping like Supabase Auth. Sets the claims `email` and `email_verified` from the primary address, or
 * else from the last one. Removes empty claims except the two flags. Drops addresses that would turn into another
 * person's in lower case.
 */
export function completeProfile(subject: string, mappedProfile: MappedProfile): Profile {
  const emails = mappedProfile.emails.filter(
    ({ email }) => email !== "" && !foldsToAscii.test(email),
  );
  const chosenEmail = emails.find(({ primary }) => primary) ?? emails.at(-1);
  const claims: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(mappedProfile.claims)) {
    if (value !== "" && value !== undefined && value !== null) claims[name] = value;
  }
  if (chosenEmail !== undefined) claims["email"] = chosenEmail.email;
  else delete claims["email"];
  claims["email_verified"] = chosenEmail?.verified ?? false;
  claims["phone_verified"] = claims["phone_verified"] === true;
  return { subject, emails, claims };
}
