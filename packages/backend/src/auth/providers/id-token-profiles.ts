/**
 * From a verified ID token to the claims that Supabase Auth stores (its
 * `internal/api/provider/oidc.go`): the same provider gives different ones here than at its
 * user-info endpoint, and both are kept.
 */
import { isExternalIssuer } from "./azure.ts";
import { at, flag, text } from "./json.ts";
import type { MappedProfile, ProfileEmail } from "./profile.ts";

/** The claims of an ID token whose signature, issuer, audience and times have been checked. */
export type IdTokenClaims = Readonly<Record<string, unknown>>;

export type IdTokenMapping = (token: IdTokenClaims) => MappedProfile;

const only = (email: string, verified: boolean): ProfileEmail[] => [
  { email, verified, primary: true },
];

const who = (token: IdTokenClaims) => ({
  iss: text(token, "iss"),
  sub: text(token, "sub"),
  provider_id: text(token, "sub"),
});

const custom = (claims: Readonly<Record<string, unknown>>) =>
  Object.keys(claims).length === 0 ? {} : { custom_claims: claims };

export const google: IdTokenMapping = (token) => ({
  emails: only(text(token, "email"), flag(token, "email_verified")),
  claims: {
    ...who(token),
    name: text(token, "name"),
    picture: text(token, "picture"),
    avatar_url: text(token, "picture"),
    full_name: text(token, "name"),
    ...custom(text(token, "hd") === "" ? {} : { hd: text(token, "hd") }),
  },
});

/** Apple names nobody here: the name comes once, with the callback ({@link withAppleName}). */
export const apple: IdTokenMapping = (token) => {
  const claims: Record<string, unknown> = {};
  // Apple has written this flag as a boolean and as a string.
  if (at(token, "is_private_email") !== undefined)
    claims["is_private_email"] = flag(token, "is_private_email");
  if (typeof at(token, "auth_time") === "number") claims["auth_time"] = at(token, "auth_time");
  if (text(token, "transfer_sub") !== "") claims["transfer_sub"] = text(token, "transfer_sub");
  return {
    // Of people at work and school Apple says that it has not verified them.
    emails: only(
      text(token, "email"),
      at(token, "email_verified") === undefined || flag(token, "email_verified"),
    ),
    claims: { ...who(token), ...custom(claims) },
  };
};

/** Facebook's Limited Login. */
export const facebook: IdTokenMapping = (token) => ({
  emails: only(text(token, "email"), true),
  claims: { ...who(token), name: text(token, "name"), picture: text(token, "picture") },
});

export const linkedin: IdTokenMapping = (token) => {
  const [given, family] = [text(token, "given_name"), text(token, "family_name")];
  return {
    emails: only(text(token, "email"), flag(token, "email_verified")),
    claims: {
      ...who(token),
      name: `${given} ${family}`.trim(),
      given_name: given,
      family_name: family,
      locale: text(token, "locale"),
      picture: text(token, "picture"),
    },
  };
};

/**
 * Kakao's ID tokens do not tell if the address is valid and verified, as its user-info does: people may have
 * one that they never confirmed. Supabase Auth takes it for verified.
 */
export const kakao: IdTokenMapping = (token) => ({
  emails: only(text(token, "email"), false),
  claims: {
    ...who(token),
    name: text(token, "nickname"),
    preferred_username: text(token, "nickname"),
    picture: text(token, "picture"),
  },
});

/** https://learn.microsoft.com/en-us/entra/identity-platform/id-token-claims-reference */
const ownClaimsOfAzure = new Set(
  "aud iss iat nbf exp c_hash at_hash aio nonce rh uti jti ver sub name preferred_username".split(
    " ",
  ),
);

/**
 * Microsoft Entra ID. Its tokens say by `xms_edov` whether the address's domain is the tenant's
 * own. Without that optional claim the address is whatever the administrator of any tenant wrote; Supabase
 * Auth trusts it then.
 * @see https://learn.microsoft.com/en-us/entra/identity-platform/migrate-off-email-claim-authorization
 */
export const azure: IdTokenMapping = (token) => {
  if (isExternalIssuer(text(token, "iss"))) return generic(token);
  const verified = at(token, "xms_edov") === "1" || flag(token, "xms_edov");
  return {
    emails: only(text(token, "email"), verified),
    claims: {
      ...who(token),
      preferred_username: text(token, "preferred_username"),
      full_name: text(token, "name"),
      custom_claims: Object.fromEntries(
        Object.entries(token).filter(([claim]) => !ownClaimsOfAzure.has(claim)),
      ),
    },
  };
};

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

/** Any other OpenID Connect provider: its standard claims as they are. */
export const generic: IdTokenMapping = (token) => ({
  emails: only(text(token, "email"), at(token, "email_verified") === true),
  claims: Object.fromEntries(
    standardClaims.filter((claim) => Object.hasOwn(token, claim)).map((c) => [c, token[c]]),
  ),
});
