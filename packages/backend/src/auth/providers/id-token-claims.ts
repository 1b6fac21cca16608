/**
 * Maps a verified ID token to the claims that Supabase Auth stores (its `internal/api/provider/oidc.go`): a
 * provider's ID token has other claims than its user-info endpoint.
 */
import { textAt, valueAt } from "./json.ts";
import { type MappedProfile, singleEmail } from "./profile.ts";

/** The claims of an ID token whose signature, issuer, audience and times have been checked. */
export type IdTokenClaims = Readonly<Record<string, unknown>>;

export type IdTokenMapping = (token: IdTokenClaims) => MappedProfile;

export const subjectClaims = (token: IdTokenClaims) => ({
  iss: textAt(token, "iss"),
  sub: textAt(token, "sub"),
  provider_id: textAt(token, "sub"),
});

/** Returns non-standard claims under the name that Supabase Auth uses. */
export const customClaims = (claims: Readonly<Record<string, unknown>>) =>
  Object.keys(claims).length === 0 ? {} : { custom_claims: claims };

/** The standard claims, which keep their names (supabase/auth, `provider.Claims`). */
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

/** The mapping for any other OpenID Connect provider, which keeps its standard claims. */
export const standardIdToken: IdTokenMapping = (token) => ({
  emails: singleEmail(textAt(token, "email"), valueAt(token, "email_verified") === true),
  claims: Object.fromEntries(
    standardClaims
      .filter((claim) => Object.hasOwn(token, claim))
      .map((claim) => [claim, token[claim]]),
  ),
});
