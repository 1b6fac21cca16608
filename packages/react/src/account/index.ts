/** The parts of an account page, each with the hook behind it. */
export {
  Account,
  type AccountClient,
  type AccountContext,
  type AccountLocalization,
  type AccountProps,
  AccountProvider,
  type AccountProviderProps,
  useAccount,
} from "./account.tsx";
export { DeletionPart } from "./deletion.tsx";
export { EmailPart } from "./email-address.tsx";
export { type AccountLocale, type AccountWords, en } from "./en.ts";
export { FactorsPart } from "./factors.tsx";
export { IdentitiesPart } from "./identities.tsx";
export { PasskeysPart } from "./passkeys.tsx";
export { PasswordPart } from "./password.tsx";
export { PhonePart } from "./phone-number.tsx";
export { ProfilePart } from "./profile.tsx";
export { SignOutPart } from "./sign-out.tsx";
export { type Deletion, type DeletionOptions, useDeletion } from "./use-deletion.ts";
export { type EmailChange, type EmailChangeOptions, useEmailChange } from "./use-email-change.ts";
export {
  type Enrolment,
  type FactorKind,
  type Factors,
  type OwnFactor,
  useFactors,
} from "./use-factors.ts";
export {
  type Identities,
  type IdentitiesOptions,
  type OwnIdentity,
  useIdentities,
} from "./use-identities.ts";
export { type OwnPasskey, type Passkeys, usePasskeys } from "./use-passkeys.ts";
export {
  type PasswordChange,
  type PasswordChangeOptions,
  usePasswordChange,
} from "./use-password-change.ts";
export { type PhoneChange, type PhoneChangeOptions, usePhoneChange } from "./use-phone-change.ts";
export { type Profile, type ProfileOptions, useProfile } from "./use-profile.ts";
export {
  type SignOut,
  type SignOutOptions,
  type SignOutScope,
  useSignOut,
} from "./use-sign-out.ts";
