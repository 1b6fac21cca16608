import type { ComponentPropsWithRef } from "react";
import type { AuthCalls, OtpType } from "../client.ts";
import type { Words } from "../i18n/en.ts";
import type { AuthError, Session, User } from "../supabase-types.ts";
import type { ViewType } from "../view-names.ts";
import type { CaptchaProof } from "./captcha.ts";
import type { RedirectTo } from "./redirects.ts";

/** The field names of all views. */
export type FieldName = "email" | "password" | "phone" | "token";

/** The values that the user entered; empty for fields that the view does not have. */
export interface FormValues {
  readonly email: string;
  readonly password: string;
  readonly phone: string;
  readonly token: string;
  /** The values of the application's own fields: the field `data.full_name` is `full_name` here. */
  readonly data: { readonly [name: string]: string };
}

/** The data that a view needs besides the values. */
export interface ViewSettings {
  readonly auth: AuthCalls;
  readonly texts: Words;
  readonly otpType: OtpType;
  readonly additionalData?: { [key: string]: unknown };
  readonly shouldCreateUser?: boolean;
  /** Where the link in an e-mail leads. */
  readonly redirectTo: RedirectTo;
  readonly captcha: CaptchaProof;
}

/** The part of the client's response that forms use. */
export interface ClientResponse {
  readonly data: { user?: User | null; session?: Session | null } | null;
  readonly error: AuthError | null;
}

/** The views that other views link to. */
export type LinkedView = Exclude<ViewType, "update_password" | "verify_otp">;

/** A view: its fields, and the calls that it makes. `useForm` creates the form from this description. */
export interface View {
  /** The fields, from top to bottom. If the first is `email`, `useForm` rejects an empty value. */
  fields(otpType: OtpType): readonly FieldName[];
  /** The views that it links to. */
  readonly links: readonly LinkedView[];
  /** Whether social buttons are shown above the form. */
  readonly social?: boolean;
  /** A hidden field that tells password managers which account the password is for. */
  username?(email: string | undefined): ComponentPropsWithRef<"input">;
  submit(values: FormValues, settings: ViewSettings): Promise<ClientResponse>;
  /** Sends another code. */
  resend?(values: FormValues, settings: ViewSettings): Promise<ClientResponse>;
}
