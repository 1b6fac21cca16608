export type { Provider, Session, User } from "@supabase/auth-js";
export { Auth } from "./auth.ts";
export { AuthCard } from "./auth-card.tsx";
export type { AuthUiClient, SessionClient } from "./client.ts";
export { FieldError, failureOf } from "./form/failure.ts";
export type { Failure, Submission } from "./form/submission.ts";
export { type SubmissionHandle, useSubmission } from "./form/use-submission.ts";
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
export {
  type AuthSession,
  UserContextProvider,
  type UserContextProviderProps,
  useUser,
} from "./session/user-context.tsx";
export { CLASS_NAMES, generateClassNames, merge } from "./shared.ts";
export type { Appearance, BaseAppearance, ClassName, ElementName } from "./theme/appearance.ts";
export { PREPENDED_CLASS_NAMES } from "./theme/class-names.ts";
export type { Theme, ThemeVariables } from "./theme/theme.ts";
export { darkThemes, minimal, supabase, ThemeMinimal, ThemeSupa } from "./theme/themes.ts";
export {
  type AnimationTailwindClasses,
  type AuthProps,
  type AuthProviders,
  type BaseAuth,
  type LocalizationProp,
  type OtpType,
  type ProviderScopes,
  type RedirectTo,
  type SocialButtonSize,
  type SocialLayout,
  SocialLayouts,
} from "./types.ts";
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
