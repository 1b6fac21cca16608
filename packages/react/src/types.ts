import type { Provider, Session, User } from "@supabase/auth-js";
import type { ReactNode } from "react";
import type { AuthUiClient, OtpType } from "./client.ts";
import type { Failure } from "./form/submission.ts";
import type { I18nVariables } from "./i18n/en.ts";
import type { ProviderOptions } from "./social/provider-options.ts";
import type { Appearance, Components } from "./theme/appearance.ts";
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
  /**
   * Default: "vertical". With "auto", up to three stand one under the other; more of them, and any where
   * the window is low, stand in a row of marks.
   */
  socialLayout?: SocialLayout | "auto";
  /** Buttons in the colours of the brands. Default: false. */
  socialColors?: boolean;
  /**
   * The social providers to offer; `[]` for none. Default: GitHub, Google, Azure. One that the kit
   * cannot know, or that needs more, is described: `{ provider: "custom:acme", name: "Acme" }`.
   */
  providers?: readonly (Provider | ProviderOptions)[];
  providerScopes?: Partial<ProviderScopes>;
  /** Sent along to every provider. */
  queryParams?: { [key: string]: string };
  /**
   * The view to show first, and again whenever this changes. Default: "sign_in". In between, the
   * form goes where its links lead, unless {@link AuthProps.onViewChange} says no.
   */
  view?: ViewType;
  /**
   * Where the links in e-mails, and social providers, send people back to: one address for all, or
   * one for each view that sends something, and for `social`.
   */
  redirectTo?: RedirectTo | { readonly [From in ViewType | "social"]?: string };
  /** Shows no e-mail form beside the social buttons. Default: false. */
  onlyThirdPartyProviders?: boolean;
  /** Offers the magic link in the sign-in view. Default: false. */
  magicLink?: boolean;
  /** Offers to create an account, by a link in the sign-in view. Default: true. */
  signUp?: boolean;
  /** Shows the links between the views. Default: true. */
  showLinks?: boolean;
  /** Which code the verify_otp view verifies. Default: "email". */
  otpType?: OtpType;
  /** Data to store with a new user, over what was entered into fields named `data.…`. */
  additionalData?: { [key: string]: unknown };
  /** Shows the dark variation of the theme. */
  dark?: boolean;
  localization?: LocalizationProp;
  /** The variation of the theme: "default", "dark", or one that the theme has. */
  theme?: string;
  /** Refuses new passwords beyond the 72 bytes that bcrypt reads. Default: false. */
  passwordLimit?: boolean;
  /** Whether a magic link makes an account for an address that has none. Default: the client's, true. */
  shouldCreateUser?: boolean;
  /** What proves to the server that no robot asks: a token, or what gives a fresh one for each try. */
  captchaToken?: string | (() => string | Promise<string>);
  /** Told of each answer that was good: somebody signed in, a link was sent, a password was set. */
  onSuccess?(success: AuthSuccess): void;
  /** Told of each failure that is shown, with the error as it was thrown. */
  onError?(failure: AuthFailure): void;
}

/** What went well. */
export interface AuthSuccess {
  readonly view: ViewType;
  readonly user: User | null;
  /** Null after sign-up while the e-mail has to be confirmed, and when only a message was sent. */
  readonly session: Session | null;
}

/** What went wrong: what the person reads, the field that it is about, and why. */
export interface AuthFailure extends Failure {
  readonly view: ViewType;
  readonly error: unknown;
}

/** What `<Auth>` takes. */
export interface AuthProps extends BaseAuth {
  /** Fields to add to the sign-up form. */
  children?: ReactNode;
  /** What to add under the fields of a view. */
  slots?: { readonly [Name in ViewType]?: ReactNode };
  /** Components of your own in the place of the kit's elements. They are given what HTML's would. */
  components?: Components;
  appearance?: Appearance;
  /** Whether a field takes the focus when the form first shows. Default: only in `magic_link`. */
  autoFocus?: boolean;
  /**
   * Told before another view is shown. Return `false` to decide yourself: the form then stays where
   * it is until {@link BaseAuth.view} changes, and leaves the address to you.
   */
  onViewChange?(view: ViewType): unknown;
}
