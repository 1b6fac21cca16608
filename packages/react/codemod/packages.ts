/** The replacement of each archived package. */
export const replacements: Readonly<Record<string, string>> = {
  "@supabase/auth-ui-react": "@portico/react",
  "@supabase/auth-ui-shared": "@portico/react",
  "@supabase/auth-helpers-react": "@portico/react/auth-helpers",
};

export const replacementName = "@portico/react";

/** The style sheet that replaces the styles that the archived kit created at run time. */
export const stylesheet = "@portico/react/styles.unlayered.css";

export const authHelpersPackage = "@supabase/auth-helpers-react";

/** The exports of the two archived form kits, all of which `@portico/react` has. */
export const kitExports: ReadonlySet<string> = new Set([
  "Auth",
  "AuthCard",
  "ForgottenPassword",
  "MagicLink",
  "SignIn",
  "SignUp",
  "SocialAuth",
  "UpdatePassword",
  "UserContextProvider",
  "VerifyOtp",
  "useUser",
  "AuthSession",
  "UserContextProviderProps",

  "CLASS_NAMES",
  "PREPENDED_CLASS_NAMES",
  "SocialLayouts",
  "ThemeMinimal",
  "ThemeSupa",
  "VIEWS",
  "darkThemes",
  "en",
  "generateClassNames",
  "merge",
  "minimal",
  "supabase",
  "template",
  "AnimationTailwindClasses",
  "Appearance",
  "AuthProviders",
  "BaseAppearance",
  "BaseAuth",
  "I18nVariables",
  "Localization",
  "OtpType",
  "ProviderScopes",
  "RedirectTo",
  "SocialButtonSize",
  "SocialLayout",
  "Theme",
  "ThemeVariables",
  "ViewForgottenPassword",
  "ViewMagicLink",
  "ViewSignIn",
  "ViewSignUp",
  "ViewType",
  "ViewUpdatePassword",
  "ViewVerifyOtp",
  "ViewsMap",
]);

/**
 * The exports of `@portico/react/auth-helpers`. Some versions of the archived package had more; its last versions
 * re-export `@supabase/ssr`.
 */
export const authHelpersExports: ReadonlySet<string> = new Set([
  "Session",
  "SessionContext",
  "SessionContextProvider",
  "SessionContextProviderProps",
  "SupabaseClient",
  "User",
  "useSession",
  "useSessionContext",
  "useSupabaseClient",
  "useUser",
]);
