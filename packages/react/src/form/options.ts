import type { AuthUiClient, OtpType } from "../client.ts";
import type { LocalizationProp } from "../i18n/localization.ts";
import type { Session, User } from "../supabase-types.ts";
import type { ViewType } from "../view-names.ts";
import type { RedirectOption } from "./redirects.ts";
import type { Failure } from "./submission.ts";

/** The options of the form of a view. */
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
  /** The language of the form, and texts of your own in place of the kit's. Default: English. */
  localization?: LocalizationProp;
  /** Refuses new passwords beyond the 72 bytes that bcrypt reads. Default: false. */
  passwordLimit?: boolean;
  /**
   * True when a magic link makes an account for an address that has none. Default: the client's,
   * true.
   */
  shouldCreateUser?: boolean;
  /**
   * The proof that no robot asks: a captcha's token, or a function that gives a fresh one for each
   * try.
   */
  captchaToken?: string | (() => string | Promise<string>);
  /** Called after each success: a sign-in, a link that was sent, a password that was set. */
  onSuccess?(success: AuthSuccess): void;
  /** Called after each failure that is shown, with the error as it was thrown. */
  onError?(failure: AuthFailure): void;
}

/** A success. */
export interface AuthSuccess {
  readonly view: ViewType;
  readonly user: User | null;
  /** Null after sign-up while the e-mail has to be confirmed, and when only a message was sent. */
  readonly session: Session | null;
}

/** A failure: the message that the person reads, the field that it is about, and the error. */
export interface AuthFailure extends Failure {
  readonly view: ViewType;
  readonly error: unknown;
}
