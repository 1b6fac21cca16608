import type { AuthUiClient, OtpType } from "../client.ts";
import type { LocalizationProp } from "../i18n/localization.ts";
import type { Session, User } from "../supabase-types.ts";
import type { ViewType } from "../view-names.ts";
import type { RedirectOption } from "./redirects.ts";
import type { Failure } from "./submission.ts";

/** The options of a view's form. */
export interface FormOptions {
  /** A Supabase client, or any object whose `auth` has the same shape. */
  supabaseClient: AuthUiClient;
  /**
   * Where links in e-mails and social providers redirect to: one address for all, or one for each view that sends an
   * e-mail and one for `social`.
   */
  redirectTo?: RedirectOption;
  /** The kind of code that the verify_otp view verifies. Default: "email". */
  otpType?: OtpType;
  /** Data to store with a new user. It overrides the fields named `data.…`. */
  additionalData?: { [key: string]: unknown };
  /** The language of the form, and your own texts. Default: English. */
  localization?: LocalizationProp;
  /** Rejects new passwords of more than 72 bytes, the limit of bcrypt. Default: false. */
  passwordLimit?: boolean;
  /** Whether a magic link creates an account for an unknown address. Default: the client's default, true. */
  shouldCreateUser?: boolean;
  /** The token of a captcha, or a function that returns a new token for each attempt. */
  captchaToken?: string | (() => string | Promise<string>);
  /** Called after each success: a sign-in, a message that was sent, a password that was set. */
  onSuccess?(success: AuthSuccess): void;
  /** Called after each failure that is shown, with the error that was thrown. */
  onError?(failure: AuthFailure): void;
}

/** A successful submission. */
export interface AuthSuccess {
  readonly view: ViewType;
  readonly user: User | null;
  /** Null after a sign-up whose e-mail must still be confirmed, and if only a message was sent. */
  readonly session: Session | null;
}

/** A failed submission: the message that the user reads, the field that it is about, and the error. */
export interface AuthFailure extends Failure {
  readonly view: ViewType;
  readonly error: unknown;
}
