/** The scopes that an application can request (supabase/auth, `SupportedOAuthScopes`). */
export const supportedScopes = ["openid", "profile", "email", "phone", "offline_access"] as const;

export const defaultScope = "email";

/** Splits a scope parameter at spaces (RFC 6749, section 3.3). */
export function scopesIn(scope: string | null): string[] {
  return (scope ?? "").split(/\s+/).filter((name) => name !== "");
}

/** Returns the reference's error message for an invalid scope, or undefined if the scope is valid. */
export function scopeProblem(scope: string): string | undefined {
  const names = scopesIn(scope);
  if (names.length === 0) return "scope parameter cannot be empty";
  const supportedNames: readonly string[] = supportedScopes;
  const unsupportedScope = names.find((name) => !supportedNames.includes(name));
  return unsupportedScope === undefined ? undefined : `unsupported scope: ${unsupportedScope}`;
}
