import type { LinkType } from "../address/link-types.ts";
import type { OtpType } from "../client.ts";
import type { UsableFactor } from "../session/assurance.ts";
import type { ViewType } from "../view-names.ts";

/**
 * The initial state of a form whose requests a handler answers on the server: `readState` of `@portico/react/server`
 * returns it, and the plugin `authHandler` takes it. It is plain data, so a loader or a server component can pass it
 * on.
 */
export interface AuthHandlerState {
  /** The handler's path, with a query. Forms are posted to it, and the links in messages lead to it. */
  readonly action: string;
  /** The query of a link to a view, without the view's name at its end. */
  readonly linkPrefix: string;
  /** The view that the address names. Default: the one that the application requests. */
  readonly view?: ViewType | undefined;
  /** The kind of code that the verify_otp view verifies. */
  readonly otpType?: OtpType | undefined;
  /** The values that the user entered, by field name. Never contains a password or a code. */
  readonly values?: { readonly [field: string]: string } | undefined;
  /** The reason why the last submission failed. */
  readonly error?: HandlerError | undefined;
  /** Where to find the text that confirms the last submission: the section and the key in the form's texts. */
  readonly confirmation?: readonly [section: ViewType, key: string] | undefined;
  /** The link that the user opened. It takes effect when the user confirms it. */
  readonly link?: HandlerLink | undefined;
}

/** A link from a message that still needs the user's confirmation. */
export interface HandlerLink {
  /** The purpose of the link. */
  readonly type: LinkType;
  /**
   * The address to which the confirmation is posted. Undefined after the first of the two confirmations of an address
   * change: the other address received its own link.
   */
  readonly action?: string | undefined;
}

/**
 * The second step of a sign-in whose requests a handler answers on the server: `readGate` of `@portico/react/server`
 * returns it as `secondFactor`, and `<SecondFactor>` takes it as the prop `handler`. It is plain data.
 */
export interface HandlerSecondFactor {
  /** The handler's path, with a query. The form is posted to it. */
  readonly action: string;
  /** The handler's address for signing out. */
  readonly signOutAction: string;
  /** The page's address with another factor selected, without the factor's id at its end. */
  readonly linkPrefix: string;
  /** The user's verified factors. */
  readonly factors: readonly UsableFactor[];
  /** The selected factor. Default: the first one. */
  readonly factorId?: string | undefined;
  /** The challenge, if a code was sent to the phone. */
  readonly challengeId?: string | undefined;
  /** Why the last submission failed. */
  readonly error?: HandlerError | undefined;
}

/** An error as plain data. */
export interface HandlerError {
  readonly message: string;
  readonly name?: string | undefined;
  /** The auth server's error code, or the key of one of the form's texts. */
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  /** The field that shows the error. Default: the field that the code is about. */
  readonly field?: string | undefined;
}
