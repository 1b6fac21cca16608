/**
 * From what a provider's user-info endpoints answer to the claims that Supabase Auth stores, one
 * function a provider in `catalogue/`. Which claims, and which addresses count as verified, are Supabase Auth's
 * choices (its `internal/api/provider`), kept so that a project can move between the two.
 */
import type { MappedProfile } from "./profile.ts";

/** The answers by the names the provider's table entry gives them; `token` is the token response. */
export type Documents = Readonly<Record<string, unknown>>;

/** @param issuer what to write as `iss`: the provider's API, or the server named by `url` */
export type UserInfoMapping = (documents: Documents, issuer: string) => MappedProfile;

/** The parts of a name. */
export const joined = (...names: readonly string[]) => names.join(" ").trim();

/** The claims that nearly every provider comes down to. */
export const commonClaims = (iss: string, sub: string, name: string, picture: string) => ({
  iss,
  sub,
  name,
  picture,
  avatar_url: picture,
  full_name: name,
  provider_id: sub,
});
