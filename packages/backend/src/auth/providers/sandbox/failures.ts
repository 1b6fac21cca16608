import type { ProviderDescription } from "../description.ts";

/** The failures that a developer can choose on the page, with their labels. "Deny" is a separate button. */
export const failures = {
  none: "None: sign-in works",
  unverified_email: "The email address isn't verified",
  no_email: "The provider doesn't return an email address",
  provider_error: "The provider returns an error",
  wrong_state: "The state doesn't match",
  no_code: "The code is missing",
  expired_code: "The code has expired",
  used_code: "The code has already been used",
  token_error: "The token endpoint is down",
  profile_error: "The profile can't be read",
  wrong_nonce: "The ID token has the wrong nonce",
  forged_id_token: "The ID token has an invalid signature",
  slow: "The provider responds too slowly",
} as const;

export type Failure = keyof typeof failures;

/** Providers that report whether an address is verified. For others this failure would have no effect. */
const providersWithVerification = new Set([
  "google",
  "github",
  "gitlab",
  "bitbucket",
  "discord",
  "azure",
  "keycloak",
  "linkedin_oidc",
  "slack_oidc",
  "kakao",
  "zoom",
]);

/** Returns the failures that apply to a provider. */
export function failuresOf(name: string, { profile, idToken, userInfo }: ProviderDescription) {
  const allFailures = Object.keys(failures).filter(isFailure);
  return allFailures.filter((failure) => {
    if (failure === "unverified_email") return providersWithVerification.has(name);
    if (failure === "forged_id_token") return profile !== "user-info";
    if (failure === "wrong_nonce") return profile !== "user-info" && idToken?.returnsNonce === true;
    if (failure === "profile_error")
      return profile === "user-info" && Object.keys(userInfo?.documents ?? {}).length > 0;
    return true;
  });
}

export function isFailure(name: unknown): name is Failure {
  return typeof name === "string" && Object.hasOwn(failures, name);
}
