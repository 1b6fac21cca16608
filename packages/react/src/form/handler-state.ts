import type { OtpType } from "../client.ts";
import type { ViewType } from "../view-names.ts";

/**
 * The first state of a form whose requests a handler on the server answers: the result of `readState` of
 * `@portico/react/server`, and the parameter of the plugin `authHandler`. It is plain data, which a loader or a server
 * component can pass on.
 */
export interface AuthHandlerState {
  /** The path of the handler, with a query. Forms post to it, and the links in messages lead to it. */
  readonly action: string;
  /** The query of a link to a view, up to the name of the view. */
  readonly linkPrefix: string;
  /** The view that the address names. Default: the one that the application requests. */
  readonly view?: ViewType | undefined;
  /** The kind of code that the verify_otp view verifies. */
  readonly otpType?: OtpType | undefined;
  /** The values that the user entered, by the names of their fields. Never contains a password or a code. */
  readonly values?: { readonly [field: string]: string } | undefined;
  /** The reason why the last submission failed. */
  readonly error?: HandlerError | undefined;
  /** The text that confirms the last submission: the section and the key of the form's texts. */
  readonly confirmation?: readonly [section: ViewType, key: string] | undefined;
}

/** An error as plain data. */
export interface HandlerError {
  readonly message: string;
  readonly name?: string | undefined;
  /** The code of the auth server, or the key of one of the form's texts. */
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  /** The field that shows the error. By default, the field that belongs to the code. */
  readonly field?: string | undefined;
}
