import type { EmailOtpType, MobileOtpType, Provider } from "@supabase/auth-js";
import type { ReactNode } from "react";
import type { AuthUiClient } from "./client.ts";
import type { I18nVariables } from "./i18n/en.ts";
import type { Appearance } from "./theme/appearance.ts";
import type { ViewType } from "./view-names.ts";

export type AuthProviders = Provider;

/** The two ways to lay social buttons out, as the archived kit's enumeration had them. */
export const SocialLayouts = {
  0: "horizontal",
  1: "vertical",
  horizontal: 0,
  vertical: 1,
} as const;
export type SocialLayout = "horizontal" | "vertical";
export type SocialButtonSize = "tiny" | "small" | "medium" | "large" | "xlarge";

export type RedirectTo = undefined | string;
export type OtpType = EmailOtpType | MobileOtpType;

/** The scopes to ask of each provider, as one string with spaces between. */
export type ProviderScopes = { [Key in Provider]: string };

/** @deprecated The archived kit exported it and used it nowhere. */
export interface AnimationTailwindClasses {
  enter?: string;
  enterFrom?: string;
  enterTo?: string;
  leave?: string;
  leaveFrom?: string;
  leaveTo?: string;
}

/** Words of your own, laid over English. */
export interface LocalizationProp {
  variables?: I18nVariables;
  /** Their language (BCP 47), when it is not the page's. It also sets the direction of writing. */
  lang?: string;
}

export interface BaseAuth {
  /** A Supabase client, or anything whose `auth` has its shape. */
  supabaseClient: AuthUiClient;
  /** Default: "vertical". */
  socialLayout?: SocialLayout;
  /** Buttons in the colours of the brands. Default: false. */
  socialColors?: boolean;
  /** The social providers to offer; `[]` for none. Default: GitHub, Google, Azure. */
  providers?: Provider[];
  providerScopes?: Partial<ProviderScopes>;
  /** Sent along to every provider. */
  queryParams?: { [key: string]: string };
  /** The view to show first, and again whenever this changes. Default: "sign_in". */
  view?: ViewType;
  /** Where the links in e-mails, and social providers, send people back to. */
  redirectTo?: RedirectTo;
  /** Shows no e-mail form beside the social buttons. Default: false. */
  onlyThirdPartyProviders?: boolean;
  /** Offers the magic link in the sign-in view. Default: false. */
  magicLink?: boolean;
  /** Shows the links between the views. Default: true. */
  showLinks?: boolean;
  /** Which code the verify_otp view verifies. Default: "email". */
  otpType?: OtpType;
  /** Data to store with a new user. */
  additionalData?: { [key: string]: unknown };
  /** Shows the dark variation of the theme. */
  dark?: boolean;
  localization?: LocalizationProp;
  /** The variation of the theme: "default", "dark", or one that the theme has. */
  theme?: string;
  /** Refuses new passwords beyond the 72 bytes that bcrypt reads. Default: false. */
  passwordLimit?: boolean;
}

/** What `<Auth>` takes. */
export interface AuthProps extends BaseAuth {
  /** Fields to add to the sign-up form. */
  children?: ReactNode;
  appearance?: Appearance;
  /** Told when another view is shown. */
  onViewChange?(view: ViewType): void;
}
