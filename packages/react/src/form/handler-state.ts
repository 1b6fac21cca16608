import type { LinkType } from "../address/link-types.ts";
import type { OtpType } from "../client.ts";
import type { UsableFactor } from "../session/assurance.ts";
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
  /** The link that the user opened. It is used when the user confirms it. */
  readonly link?: HandlerLink | undefined;
}

/** A link of a message that waits for the user's confirmation. */
export interface HandlerLink {
  /** The purpose of the link. */
  readonly type: LinkType;
  /**
   * The address to which the confirmation is posted. Undefined after the first of two confirmations of a change of
   * address: the other address has a link too.
   */
  readonly action?: string | undefined;
}

/**
 * The second step of a sign-in whose requests a handler on the server answers: the `secondFactor` of `readGate` of
 * `@portico/react/server`, and the prop `handler` of `<SecondFactor>`. It is plain data.
 */
export interface HandlerSecondFactor {
  /** The path of the handler, with a query. The form posts to it. */
  readonly action: string;
  /** The address of the handler that signs out. */
  readonly signOutAction: string;
  /** The address of the page with another factor, up to the factor's id. */
  readonly linkPrefix: string;
  /** The verified factors of the user. */
  readonly factors: readonly UsableFactor[];
  /** The selected factor. Default: the first one. */
  readonly factorId?: string | undefined;
  /** Set if a code was sent to the phone. */
  readonly challengeId?: string | undefined;
  /** Why the last submission failed. */
  readonly error?: HandlerError | undefined;
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
