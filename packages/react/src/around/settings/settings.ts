import type { Provider } from "@supabase/auth-js";

/**
 * What an auth server says that it offers: the body of `GET /auth/v1/settings`, as far as the forms
 * have use for it (supabase/auth, `internal/api/settings.go`).
 */
export interface AuthSettings {
  /** By name: the social providers, and `email`, `phone` and `anonymous_users`. */
  readonly external?: { readonly [name: string]: boolean };
  /** Nobody can create an account. */
  readonly disable_signup?: boolean;
  readonly passkeys_enabled?: boolean;
  readonly saml_enabled?: boolean;
}

/** What `external` names besides social providers. */
const otherWays: ReadonlySet<string> = new Set(["anonymous_users", "email", "phone"]);

/** The social providers that are on, in the order of their names. */
export function enabledProviders({ external = {} }: AuthSettings): Provider[] {
  return Object.keys(external)
    .filter((name): name is Provider => external[name] === true && !otherWays.has(name))
    .sort();
}

/** Reads an answer; undefined when it is no settings of an auth server. */
export function settingsFrom(answer: unknown): AuthSettings | undefined {
  const parts: { external?: unknown } = Object(answer);
  if (typeof parts.external !== "object" || parts.external === null) return undefined;
  const flag = (name: string) => ({ [name]: Reflect.get(parts, name) === true });
  return {
    external: Object.fromEntries(
      Object.entries(parts.external).map(([name, isOn]) => [name, isOn === true]),
    ),
    ...flag("disable_signup"),
    ...flag("passkeys_enabled"),
    ...flag("saml_enabled"),
  };
}
