/**
 * Mappings from a provider's user-info to the claims that Supabase Auth stores, one for each provider in
 * `catalogue/`. They select the same claims and verified addresses as Supabase Auth
 * (`internal/api/provider`), so that projects can move between the two.
 */
import type { MappedProfile } from "./profile.ts";

/** The responses of the user-info endpoints by name; `token` is the token response. */
export type Documents = Readonly<Record<string, unknown>>;

/** @param issuer the value of `iss`: the provider's API or the configured `url` */
export type UserInfoMapping = (documents: Documents, issuer: string) => MappedProfile;

/** Joins the parts of a name. */
export const joinName = (...names: readonly string[]) => names.join(" ").trim();

/** Returns the claims that nearly every provider has. */
export const commonClaims = (iss: string, sub: string, name: string, picture: string) => ({
  iss,
  sub,
  name,
  picture,
  avatar_url: picture,
  full_name: name,
  provider_id: sub,
});
