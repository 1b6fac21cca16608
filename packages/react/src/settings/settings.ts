import type { Provider } from "../supabase-types.ts";
import { defaultProviders } from "./default-providers.ts";

/**
 * The settings of an auth server: the parts of the body of `GET /auth/v1/settings` that the forms use (supabase/auth,
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
  const isOn = (name: string): name is Provider =>
    external[name] === true && !otherMethods.has(name);
  const others = Object.keys(external).sort();
  return [...new Set([...defaultProviders, ...others])].filter(isOn);
}

/** Parses a response; returns undefined if it is not the settings of an auth server. */
export function parseSettings(body: unknown): AuthSettings | undefined {
  const parts: { external?: unknown } = Object(body);
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
