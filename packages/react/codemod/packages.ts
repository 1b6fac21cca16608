/** What became of each package that the codemod moves away from. */
export const moved: Readonly<Record<string, string>> = {
  "@supabase/auth-ui-react": "@portico/react",
  "@supabase/auth-ui-shared": "@portico/react",
  "@supabase/auth-helpers-react": "@portico/react/auth-helpers",
};

export const ours = "@portico/react";

/** The stylesheet that takes the place of the styles which the archived kit made as the page ran. */
export const stylesheet = "@portico/react/styles.unlayered.css";

export const authHelpers = "@supabase/auth-helpers-react";

/**
 * The names of `@portico/react` that the archived packages had. Others stay where they are, and a
 * person is told.
 */
export const kitNames: ReadonlySet<string> = new Set([
  ...["Auth", "AuthCard", "ForgottenPassword", "MagicLink", "SignIn", "SignUp", "SocialAuth"],
  ...["UpdatePassword", "UserContextProvider", "VerifyOtp", "useUser"],
  ...["AuthSession", "UserContextProviderProps"],
  ...[
    "CLASS_NAMES",
    "PREPENDED_CLASS_NAMES",
    "SocialLayouts",
    "ThemeMinimal",
    "ThemeSupa",
    "VIEWS",
  ],
  ...["darkThemes", "en", "generateClassNames", "merge", "minimal", "supabase", "template"],
  ...["AnimationTailwindClasses", "Appearance", "AuthProviders", "BaseAppearance", "BaseAuth"],
  ...["I18nVariables", "Localization", "OtpType", "ProviderScopes", "RedirectTo"],
  ...["SocialButtonSize", "SocialLayout", "Theme", "ThemeVariables", "ViewForgottenPassword"],
  ...["ViewMagicLink", "ViewSignIn", "ViewSignUp", "ViewType", "ViewUpdatePassword"],
  ...["ViewVerifyOtp", "ViewsMap"],
]);

/**
 * What `@portico/react/auth-helpers` has. Other versions of the package of that name had more (the
 * last ones are `@supabase/ssr` under another name), which stays where it is.
 */
export const authHelperNames: ReadonlySet<string> = new Set([
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

/** Names that only files inside the archived packages had, and what they are called here. */
const inside: Readonly<Record<string, string>> = { Props: "UserContextProviderProps" };

/** One of the moved packages, as a module names it. */
export interface Named {
  readonly name: string;
  readonly target: string;
  /** True when a file inside the package is named: `…/dist/…`. */
  readonly deep: boolean;
}

/** The moved package that a module's name leads to, by itself or by a path through node_modules. */
export function namedBy(module: string): Named | undefined {
  const [, name = "", rest = ""] =
    /^(?:.*\bnode_modules\/)?(@supabase\/[\w-]+)(\/.*)?$/.exec(module) ?? [];
  const target = Object.hasOwn(moved, name) ? moved[name] : undefined;
  return target === undefined ? undefined : { name, target, deep: rest !== "" };
}

/** The new name of an export of a moved package; undefined where there is none. */
export function renamed(exported: string, { name, deep }: Named): string | undefined {
  const known = name === authHelpers ? authHelperNames : kitNames;
  if (known.has(exported)) return exported;
  return deep ? inside[exported] : undefined;
}
