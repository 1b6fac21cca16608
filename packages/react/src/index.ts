export { viewFromHash, viewHash } from "./address/fragment.ts";
export { type RedirectError, redirectError } from "./address/redirect-error.ts";
export type { AuthUiClient, OtpType, SessionClient } from "./client.ts";
export type { AnimationTailwindClasses } from "./compat/animation.ts";
export { CLASS_NAMES, generateClassNames, merge } from "./compat/shared.ts";
export { AutoSubmitCode, WebOtp } from "./form/code-helpers.tsx";
export { FieldError, failureOf } from "./form/failure.ts";
export { type Form, type FormButton, type FormField, useFormContext } from "./form/form.ts";
export type { AuthFailure, AuthSuccess, FormOptions } from "./form/options.ts";
export type { RedirectTo } from "./form/redirects.ts";
export { SignUpField, TermsCheckbox } from "./form/sign-up-fields.tsx";
export type { Failure, Submission, SubmissionActions } from "./form/submission.ts";
export { type SubmissionHandle, useSubmission } from "./form/use-submission.ts";
export type { FormValues } from "./form/view.ts";
export type { AuthProps, BaseAuth } from "./headless/auth-props.ts";
export { type AuthForm, useAuthForm, type ViewLink } from "./headless/use-auth-form.ts";
export {
  useForgottenPassword,
  useMagicLink,
  useSignIn,
  useSignUp,
  useSocialAuth,
  useUpdatePassword,
  useVerifyOtp,
} from "./headless/view-hooks.ts";
export { archived as en } from "./i18n/archived.ts";
export type { I18nVariables, Localization, Words } from "./i18n/en.ts";
export type { ErrorTexts, Locale } from "./i18n/locale.ts";
export type { LocalizationProp } from "./i18n/localization.ts";
export { template } from "./i18n/words.ts";
export { Auth } from "./kit/auth.tsx";
export { AuthCard } from "./kit/auth-card.tsx";
export {
  ForgottenPassword,
  MagicLink,
  SignIn,
  SignUp,
  SocialAuth,
  UpdatePassword,
  VerifyOtp,
} from "./kit/parts.tsx";
export { SignedIn, SignedOut, useSession } from "./session/signed-in.tsx";
export {
  type AuthSession,
  UserContextProvider,
  type UserContextProviderProps,
  useUser,
} from "./session/user-context.tsx";
export { Icon as SocialIcon } from "./social/icon.tsx";
export {
  type AuthProviders,
  type ProviderOptions,
  type ProviderScopes,
  type SocialButtonSize,
  type SocialLayout,
  SocialLayouts,
  type SocialOptions,
} from "./social/options.ts";
export type { ProviderIcon } from "./social/provider-icon.ts";
export type { SocialButton } from "./social/social.ts";
export type { Provider, Session, User } from "./supabase-types.ts";
export type {
  Appearance,
  BaseAppearance,
  ClassName,
  Components,
  ElementName,
} from "./theme/appearance.ts";
export { darkThemes, minimal, supabase, ThemeMinimal, ThemeSupa } from "./theme/built-in-themes.ts";
export { PREPENDED_CLASS_NAMES } from "./theme/class-names.ts";
export type { Theme, ThemeVariables } from "./theme/theme.ts";
export {
  VIEWS,
  type ViewForgottenPassword,
  type ViewMagicLink,
  type ViewSignIn,
  type ViewSignUp,
  type ViewsMap,
  type ViewType,
  type ViewUpdatePassword,
  type ViewVerifyOtp,
} from "./view-names.ts";
