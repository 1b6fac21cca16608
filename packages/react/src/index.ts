export type { Provider, Session, User } from "@supabase/auth-js";
export { Auth } from "./auth.ts";
export { AuthCard } from "./auth-card.tsx";
export type { AuthUiClient, OtpType, SessionClient } from "./client.ts";
export { AutoSubmitCode, WebOtp } from "./form/code-helpers.tsx";
export { FieldError, failureOf } from "./form/failure.ts";
export { type Form, type FormButton, type FormField, useFormContext } from "./form/form.ts";
export { SignUpField, TermsCheckbox } from "./form/sign-up-fields.tsx";
export type { Failure, Submission, SubmissionActions } from "./form/submission.ts";
export type { FormOptions } from "./form/use-form.ts";
export { type SubmissionHandle, useSubmission } from "./form/use-submission.ts";
export {
  useForgottenPassword,
  useMagicLink,
  useSignIn,
  useSignUp,
  useSocialAuth,
  useUpdatePassword,
  useVerifyOtp,
} from "./headless.ts";
export { en, type I18nVariables, type Localization, type Words } from "./i18n/en.ts";
export type { ErrorTexts, Locale } from "./i18n/locale.ts";
export { template } from "./i18n/words.ts";
export {
  ForgottenPassword,
  MagicLink,
  SignIn,
  SignUp,
  SocialAuth,
  UpdatePassword,
  VerifyOtp,
} from "./parts.tsx";
export { SignedIn, SignedOut, useSession } from "./session/signed-in.tsx";
export {
  type AuthSession,
  UserContextProvider,
  type UserContextProviderProps,
  useUser,
} from "./session/user-context.tsx";
export { CLASS_NAMES, generateClassNames, merge } from "./shared.ts";
export type { ProviderIcon } from "./social/provider-icon.ts";
export type { ProviderOptions } from "./social/provider-options.ts";
export type { SocialButton, SocialOptions } from "./social/social.ts";
export type {
  Appearance,
  BaseAppearance,
  ClassName,
  Components,
  ElementName,
} from "./theme/appearance.ts";
export { PREPENDED_CLASS_NAMES } from "./theme/class-names.ts";
export type { Theme, ThemeVariables } from "./theme/theme.ts";
export { darkThemes, minimal, supabase, ThemeMinimal, ThemeSupa } from "./theme/themes.ts";
export {
  type AnimationTailwindClasses,
  type AuthFailure,
  type AuthProps,
  type AuthProviders,
  type AuthSuccess,
  type BaseAuth,
  type LocalizationProp,
  type ProviderScopes,
  type RedirectTo,
  type SocialButtonSize,
  type SocialLayout,
  SocialLayouts,
} from "./types.ts";
export { type AuthForm, useAuthForm, type ViewLink } from "./use-auth-form.ts";
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
export type { FormValues } from "./views/view.ts";
