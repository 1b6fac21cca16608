import type { ComponentPropsWithRef } from "react";
import type { AuthCalls, OtpType } from "../client.ts";
import type { Words } from "../i18n/en.ts";
import type { AuthError, Session, User } from "../supabase-types.ts";
import type { ViewType } from "../view-names.ts";
import type { CaptchaProof } from "./captcha.ts";
import type { RedirectTo } from "./redirects.ts";

/** The fields that the views are made of. */
export type FieldName = "email" | "password" | "phone" | "token";

/** The values that a person entered. Those of fields that the view does not have are empty. */
export interface FormValues {
  readonly email: string;
  readonly password: string;
  readonly phone: string;
  readonly token: string;
  /** The values of the application's own fields: `full_name` from one named `data.full_name`. */
  readonly data: { readonly [name: string]: string };
}

/** The settings that a view needs beyond the values. */
export interface Settings {
  readonly auth: AuthCalls;
  readonly words: Words;
  readonly otpType: OtpType;
  readonly additionalData?: { [key: string]: unknown };
  readonly shouldCreateUser?: boolean;
  /** Where a link in an e-mail leads back to. */
  readonly redirectTo: RedirectTo;
  readonly captcha: CaptchaProof;
}

/** The answer of the client, as far as a form has use for it. */
export interface Answer {
  readonly data: { user?: User | null; session?: Session | null } | null;
  readonly error: AuthError | null;
}

/** The views that have a text for links to them. */
export type LinkedView = Exclude<ViewType, "update_password" | "verify_otp">;

/**
 * A view as data: what it asks of a person, and of the client. The mechanism is in
 * form/use-form.ts.
 */
export interface View {
  /** The fields, from top to bottom. */
  fields(otpType: OtpType): readonly FieldName[];
  /** The views that it links to. */
  readonly links: readonly LinkedView[];
  /** True when social buttons stand above its form. */
  readonly social?: boolean;
  /** A hidden field that tells a password manager whose password this is. */
  username?(email: string | undefined): ComponentPropsWithRef<"input">;
  submit(values: FormValues, settings: Settings): Promise<Answer>;
  /** Sends another code, where there is one to send. */
  resend?(values: FormValues, settings: Settings): Promise<Answer>;
}
