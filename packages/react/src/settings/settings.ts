import type { Provider } from "../supabase-types.ts";
import { defaultProviders } from "./default-providers.ts";

/**
 * The settings of an auth server: the body of `GET /auth/v1/settings`, as far as the forms
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

/** The names in `external` that are no social providers. */
const otherWays: ReadonlySet<string> = new Set(["anonymous_users", "email", "phone"]);

/**
 * The social providers that are on: those that the form shows by default first, in its order, then the
 * others by their names.
 */
export function enabledProviders({ external = {} }: AuthSettings): Provider[] {
  const isOn = (name: string): name is Provider => external[name] === true && !otherWays.has(name);
  const others = Object.keys(external).sort();
  return [...new Set([...defaultProviders, ...others])].filter(isOn);
}

/** Reads an answer; undefined when it is no settings of an auth server. */
export function parseSettings(answer: unknown): AuthSettings | undefined {
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
