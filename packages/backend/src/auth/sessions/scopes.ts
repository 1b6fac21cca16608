/** The scopes that an application can ask for (supabase/auth, `SupportedOAuthScopes`). */
export const supportedScopes = ["openid", "profile", "email", "phone", "offline_access"] as const;

/** The scope of an application that asks for none. */
export const defaultScope = "email";

/** The words of a scope, separated by spaces (RFC 6749, section 3.3). */
export function scopesIn(scope: string | null): string[] {
  return (scope ?? "").split(/\s+/).filter((name) => name !== "");
}

/** The error in a requested scope, in the reference's words; undefined if none. */
export function scopeProblem(scope: string): string | undefined {
  const words = scopesIn(scope);
  if (words.length === 0) return "scope parameter cannot be empty";
  const supported: readonly string[] = supportedScopes;
  const unknown = words.find((name) => !supported.includes(name));
  return unknown === undefined ? undefined : `unsupported scope: ${unknown}`;
}
