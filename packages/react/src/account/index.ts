/** The sections of an account page, each with its hook. */
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
export { ApplicationsSection } from "./applications.tsx";
export { DeleteAccountSection } from "./delete-account.tsx";
export { EmailSection } from "./email-address.tsx";
export { type AccountLocale, type AccountWords, en } from "./en.ts";
export { FactorsSection } from "./factors.tsx";
export { IdentitiesSection } from "./identities.tsx";
export { PasskeysSection } from "./passkeys.tsx";
export { PasswordSection } from "./password.tsx";
export { PhoneSection } from "./phone-number.tsx";
export { ProfileSection } from "./profile.tsx";
export { RecoveryCodesSection } from "./recovery-codes.tsx";
export {
  type FunctionClient,
  type SessionFunctions,
  type SessionRow,
  sessionFunctions,
} from "./session-functions.ts";
export { SessionsSection } from "./sessions.tsx";
export { SignOutSection } from "./sign-out.tsx";
export {
  type Applications,
  type AuthorizedApplication,
  useApplications,
} from "./use-applications.ts";
export {
  type DeleteAccount,
  type DeleteAccountOptions,
  useDeleteAccount,
} from "./use-delete-account.ts";
export { type EmailChange, type EmailChangeOptions, useEmailChange } from "./use-email-change.ts";
export {
  type AccountFactor,
  type Enrolment,
  type FactorKind,
  type Factors,
  useFactors,
} from "./use-factors.ts";
export {
  type AccountIdentity,
  type Identities,
  type IdentitiesOptions,
  useIdentities,
} from "./use-identities.ts";
export { type AccountPasskey, type Passkeys, usePasskeys } from "./use-passkeys.ts";
export {
  type PasswordChange,
  type PasswordChangeOptions,
  usePasswordChange,
} from "./use-password-change.ts";
export { type PhoneChange, type PhoneChangeOptions, usePhoneChange } from "./use-phone-change.ts";
export { type Profile, type ProfileOptions, useProfile } from "./use-profile.ts";
export { type RecoveryCodes, useRecoveryCodes } from "./use-recovery-codes.ts";
export { type Resend, useResend } from "./use-resend.ts";
export {
  type AccountSession,
  type Sessions,
  type SessionsOptions,
  useSessions,
} from "./use-sessions.ts";
export {
  type SignOut,
  type SignOutOptions,
  type SignOutScope,
  useSignOut,
} from "./use-sign-out.ts";
