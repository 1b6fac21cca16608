/** What became of each package that the codemod moves away from. */
export const moved: Readonly<Record<string, string>> = {
  "@supabase/auth-ui-react": "@portico/react",
  "@supabase/auth-ui-shared": "@portico/react",
  "@supabase/auth-helpers-react": "@portico/react/auth-helpers",
};

/** The stylesheet that takes the place of the styles which the archived kit made as the page ran. */
export const stylesheet = "@portico/react/styles.unlayered.css";

/**
 * What `@portico/react/auth-helpers` has. Other versions of the package of that name had more (the
 * last ones are `@supabase/ssr` under another name), which stays where it is.
 */
export const authHelpers: ReadonlySet<string> = new Set([
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
