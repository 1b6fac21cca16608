import type { Provider } from "../supabase-types.ts";
import { defaultProviders } from "./default-providers.ts";

/**
 * An auth server's settings: the parts of the response to `GET /auth/v1/settings` that the forms use (supabase/auth,
 * `internal/api/settings.go`).
 */
export interface AuthSettings {
  /** Whether each sign-in method is enabled: the social providers, `email`, `phone` and `anonymous_users`. */
  readonly external?: { readonly [name: string]: boolean };
  /** True if visitors cannot create accounts. */
  readonly disable_signup?: boolean;
  readonly passkeys_enabled?: boolean;
  readonly saml_enabled?: boolean;
}

/** The keys of `external` that are not social providers. */
const otherMethods: ReadonlySet<string> = new Set(["anonymous_users", "email", "phone"]);

/** Returns the enabled social providers: the form's default providers first, then the others by name. */
export function enabledProviders({ external = {} }: AuthSettings): Provider[] {
  const isEnabledProvider = (name: string): name is Provider =>
    external[name] === true && !otherMethods.has(name);
  const names = Object.keys(external).sort();
  return [...new Set([...defaultProviders, ...names])].filter(isEnabledProvider);
}

/** Parses the body of a response. Returns undefined if it does not contain an auth server's settings. */
export function parseSettings(body: unknown): AuthSettings | undefined {
  const settings: { external?: unknown } = Object(body);
  if (typeof settings.external !== "object" || settings.external === null) return undefined;
  const flag = (name: string) => ({ [name]: Reflect.get(settings, name) === true });
  return {
    external: Object.fromEntries(
      Object.entries(settings.external).map(([name, isEnabled]) => [name, isEnabled === true]),
    ),
    ...flag("disable_signup"),
    ...flag("passkeys_enabled"),
    ...flag("saml_enabled"),
  };
}
