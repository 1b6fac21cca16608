import type { AuthUiClient } from "../client.ts";
import type { RedirectOption } from "../form/redirects.ts";
import type { Provider } from "../supabase-types.ts";
import type { ProviderIcon } from "./provider-icon.ts";

export type AuthProviders = Provider;

/** The layouts of social buttons, as in the archived kit's enum. */
export const SocialLayouts = {
  0: "horizontal",
  1: "vertical",
  horizontal: 0,
  vertical: 1,
} as const;
export type SocialLayouts = 0 | 1;
export type SocialLayout = "horizontal" | "vertical";
export type SocialButtonSize = "tiny" | "small" | "medium" | "large" | "xlarge";

/** The scopes to request from each provider, separated by spaces. */
export type ProviderScopes = { [Key in Provider]: string };

/** A provider with its options. */
export interface ProviderOptions {
  /** The provider's key, such as `google` or `custom:acme`. */
  provider: Provider;
  /** The display name, for a `custom:` provider. */
  name?: string;
  /** The icon. Default: the first letter of the name. */
  icon?: ProviderIcon;
  /** The scopes to request, separated by spaces. */
  scopes?: string;
  /** Query parameters for this provider. */
  queryParams?: { [key: string]: string };
}

/** The options of social sign-in. */
export interface SocialOptions {
  /** A Supabase client, or any object whose `auth` has the same shape. */
  supabaseClient: AuthUiClient;
  /**
   * The social providers to offer; `[]` for none. Default: GitHub, Google, Azure. Use an object for a custom provider,
   * or for one with options: `{ provider: "custom:acme", name: "Acme" }`.
   */
  providers?: (Provider | ProviderOptions)[];
  /** The OAuth scopes to request from each provider, separated by spaces. Default: those of the server. */
  providerScopes?: Partial<ProviderScopes>;
  /** Query parameters for every provider. */
  queryParams?: { [key: string]: string };
  /**
   * Where links in e-mails and social providers redirect to: one address for all, or one for each view that sends an
   * e-mail and one for `social`.
   */
  redirectTo?: RedirectOption;
}

/** The appearance of the social buttons. */
export interface SocialLook {
  /**
   * Default: "vertical". With "auto", up to three buttons are stacked. More buttons, or any number in a low window,
   * become a row of icons.
   */
  socialLayout?: SocialLayout | "auto";
  /** Shows the buttons in the brands' colors. Default: false. */
  socialColors?: boolean;
}
