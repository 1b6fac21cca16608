/**
 * Maps the answers of a provider's user-info endpoints to the claims that Supabase Auth stores, one
 * function a provider in `catalogue/`. Supabase Auth chooses which claims, and which addresses count as
 * verified (its `internal/api/provider`); they are kept so that a project can move between the two.
 */
import type { MappedProfile } from "./profile.ts";

/** The answers by the names the provider's table entry gives them; `token` is the token response. */
export type Documents = Readonly<Record<string, unknown>>;

/** @param issuer the value of `iss`: the provider's API, or the server named by `url` */
export type UserInfoMapping = (documents: Documents, issuer: string) => MappedProfile;

/** The parts of a name. */
export const joined = (...names: readonly string[]) => names.join(" ").trim();

/** The claims of nearly every provider. */
export const commonClaims = (iss: string, sub: string, name: string, picture: string) => ({
  iss,
  sub,
  name,
  picture,
  avatar_url: picture,
  full_name: name,
  provider_id: sub,
});
