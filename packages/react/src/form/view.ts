import type { ComponentPropsWithRef } from "react";
import type { AuthCalls, OtpType } from "../client.ts";
import type { Words } from "../i18n/en.ts";
import type { AuthError, Session, User } from "../supabase-types.ts";
import type { ViewType } from "../view-names.ts";
import type { CaptchaProof } from "./captcha.ts";
import type { RedirectTo } from "./redirects.ts";

/** The names of the fields of all views. */
export type FieldName = "email" | "password" | "phone" | "token";

/** The values that the user entered. Those of fields that the view does not have are empty. */
export interface FormValues {
  readonly email: string;
  readonly password: string;
  readonly phone: string;
  readonly token: string;
  /** The values of the application's own fields: `full_name` is the value of the field `data.full_name`. */
  readonly data: { readonly [name: string]: string };
}

/** The data that a view needs besides the values. */
export interface ViewSettings {
  readonly auth: AuthCalls;
  readonly texts: Words;
  readonly otpType: OtpType;
  readonly additionalData?: { [key: string]: unknown };
  readonly shouldCreateUser?: boolean;
  /** The address that the link in an e-mail leads to. */
  readonly redirectTo: RedirectTo;
  readonly captcha: CaptchaProof;
}

/** The part of the client's response that a form uses. */
export interface ClientResponse {
  readonly data: { user?: User | null; session?: Session | null } | null;
  readonly error: AuthError | null;
}

/** The views that other views link to. */
export type LinkedView = Exclude<ViewType, "update_password" | "verify_otp">;

/** The description of a view: its fields, and the calls it makes. `useForm` creates the form from it. */
export interface View {
  /** The fields, from top to bottom. If the first is `email`, `useForm` rejects an empty one. */
  fields(otpType: OtpType): readonly FieldName[];
  /** The views that it links to. */
  readonly links: readonly LinkedView[];
  /** True if social buttons are shown above its form. */
  readonly social?: boolean;
  /** A hidden field that tells password managers which account the password is for. */
  username?(email: string | undefined): ComponentPropsWithRef<"input">;
  submit(values: FormValues, settings: ViewSettings): Promise<ClientResponse>;
  /** Sends another code. */
  resend?(values: FormValues, settings: ViewSettings): Promise<ClientResponse>;
}
