import type { FactorType } from "./factors.ts";

/** The values of the claim `amr` for sign-ins. */
export type AuthenticationMethod =
  | "anonymous"
  | "email/signup"
  | "email_change"
  | "invite"
  | "magiclink"
  | "oauth"
  | "oauth_provider/authorization_code"
  | "otp"
  | "passkey"
  | "password"
  | "recovery"
  | "sso/saml"
  | "web3";

/** The values of the claim `amr` for second factors. */
export const factorMethods: Record<FactorType, string> = {
  totp: "totp",
  phone: "mfa/phone",
  webauthn: "mfa/webauthn",
  recovery_code: "mfa/recovery_code",
};
