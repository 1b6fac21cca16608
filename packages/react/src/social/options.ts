import type { AuthUiClient } from "../client.ts";
import type { RedirectOption } from "../form/redirects.ts";
import type { Provider } from "../supabase-types.ts";
import type { ProviderIcon } from "./provider-icon.ts";

export type AuthProviders = Provider;

/** The two ways to lay social buttons out, as the archived kit's enumeration had them. */
export const SocialLayouts = {
  0: "horizontal",
  1: "vertical",
  horizontal: 0,
  vertical: 1,
} as const;
export type SocialLayouts = 0 | 1;
export type SocialLayout = "horizontal" | "vertical";
export type SocialButtonSize = "tiny" | "small" | "medium" | "large" | "xlarge";

/** The scopes to ask of each provider, as one string with spaces between. */
export type ProviderScopes = { [Key in Provider]: string };

/** A provider as an application may describe it, beyond its key. */
export interface ProviderOptions {
  /** Its key, such as `google` or `custom:acme`. */
  provider: Provider;
  /** The name that people know it by: for a `custom:` one, which the kit cannot know. */
  name?: string;
  /** Its icon; the first letter of its name stands in for one. */
  icon?: ProviderIcon;
  /** The scopes to ask of it, with spaces between. */
  scopes?: string;
  /** Sent along to it alone. */
  queryParams?: { [key: string]: string };
}

/** The options of social sign-in. */
export interface SocialOptions {
  /** A Supabase client, or anything whose `auth` has its shape. */
  supabaseClient: AuthUiClient;
  /**
   * The social providers to offer; `[]` for none. Default: GitHub, Google, Azure. One that the kit
   * cannot know, or that needs more, is described: `{ provider: "custom:acme", name: "Acme" }`.
   */
  providers?: (Provider | ProviderOptions)[];
  /** The OAuth scopes to request from each provider, separated by spaces. Default: those of the server. */
  providerScopes?: Partial<ProviderScopes>;
  /** Sent along to every provider. */
  queryParams?: { [key: string]: string };
  /**
   * Where the links in e-mails, and social providers, send people back to: one address for all, or
   * one for each view that sends something, and for `social`.
   */
  redirectTo?: RedirectOption;
}

/** How the social buttons look. */
export interface SocialLook {
  /**
   * Default: "vertical". With "auto", up to three stand one under the other; more of them, and any where
   * the window is low, stand in a row of icons.
   */
  socialLayout?: SocialLayout | "auto";
  /** Buttons in the colours of the brands. Default: false. */
  socialColors?: boolean;
}
