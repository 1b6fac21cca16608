/** The scopes that an application can request (supabase/auth, `SupportedOAuthScopes`). */
export const supportedScopes = ["openid", "profile", "email", "phone", "offline_access"] as const;

/** The default scope. */
export const defaultScope = "email";

/** Splits a scope parameter at spaces (RFC 6749, section 3.3). */
export function scopesIn(scope: string | null): string[] {
  return (scope ?? "").split(/\s+/).filter((name) => name !== "");
}

/** Returns the error in a requested scope with the reference's message, or undefined. */
export function scopeProblem(scope: string): string | undefined {
  const words = scopesIn(scope);
  if (words.length === 0) return "scope parameter cannot be empty";
  const supported: readonly string[] = supportedScopes;
  const unknown = words.find((name) => !supported.includes(name));
  return unknown === undefined ? undefined : `unsupported scope: ${unknown}`;
}
