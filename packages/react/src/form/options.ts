import type { Session, User } from "@supabase/auth-js";
import type { AuthUiClient, OtpType } from "../client.ts";
import type { LocalizationProp } from "../i18n/localization.ts";
import type { ViewType } from "../view-names.ts";
import type { RedirectOption } from "./redirects.ts";
import type { Failure } from "./submission.ts";

/** What the form of a view takes. */
export interface FormOptions {
  /** A Supabase client, or anything whose `auth` has its shape. */
  supabaseClient: AuthUiClient;
  /**
   * Where the links in e-mails, and social providers, send people back to: one address for all, or
   * one for each view that sends something, and for `social`.
   */
  redirectTo?: RedirectOption;
  /** Which code the verify_otp view verifies. Default: "email". */
  otpType?: OtpType;
  /** Data to store with a new user, over what was entered into fields named `data.…`. */
  additionalData?: { [key: string]: unknown };
  localization?: LocalizationProp;
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
