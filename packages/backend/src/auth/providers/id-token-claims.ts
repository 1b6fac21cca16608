/**
 * Maps a verified ID token to the claims that Supabase Auth stores (its `internal/api/provider/oidc.go`):
 * a provider gives different ones here than at its user-info endpoint, and both are kept.
 */
import { at, text } from "./json.ts";
import { type MappedProfile, oneEmail } from "./profile.ts";

/** The claims of an ID token whose signature, issuer, audience and times have been checked. */
export type IdTokenClaims = Readonly<Record<string, unknown>>;

export type IdTokenMapping = (token: IdTokenClaims) => MappedProfile;

export const subjectClaims = (token: IdTokenClaims) => ({
  iss: text(token, "iss"),
  sub: text(token, "sub"),
  provider_id: text(token, "sub"),
});

/** Non-standard claims, under the name that Supabase Auth stores them by. */
export const customClaims = (claims: Readonly<Record<string, unknown>>) =>
  Object.keys(claims).length === 0 ? {} : { custom_claims: claims };

/** The claims that are kept as a provider names them (supabase/auth, `provider.Claims`). */
export const standardClaims: readonly string[] = [
  "iss",
  "sub",
  "aud",
  "iat",
  "exp",
  "name",
  "family_name",
  "given_name",
  "middle_name",
  "nickname",
  "preferred_username",
  "profile",
  "picture",
  "website",
  "gender",
  "birthdate",
  "zoneinfo",
  "locale",
  "updated_at",
  "phone",
  "phone_verified",
  "custom_claims",
  "full_name",
  "avatar_url",
  "slug",
  "provider_id",
  "user_name",
];

/** Maps any other OpenID Connect provider: its standard claims as they are. */
export const standardIdToken: IdTokenMapping = (token) => ({
  emails: oneEmail(text(token, "email"), at(token, "email_verified") === true),
  claims: Object.fromEntries(
    standardClaims.filter((claim) => Object.hasOwn(token, claim)).map((c) => [c, token[c]]),
  ),
});
