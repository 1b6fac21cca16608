import type { SentMessage } from "../../messages/sent-message.ts";
import type { CodeOptions } from "../code/code-screen.tsx";

export interface PhoneOptions extends CodeOptions {
  /** The initial country (ISO 3166-1). Default: that of the browser's language. */
  country?: string;
  /** The countries to choose from. Default: all. */
  countries?: readonly string[];
  /** True to offer a password with the phone number. Default: true. */
  password?: boolean;
  /**
   * The key in the tab's `sessionStorage` that restores the screen for the code after a reload. Default:
   * "portico.phone". Use different keys for several forms on one page.
   */
  storageKey?: string;
}

/** A code, and whether it was just sent. */
export interface PendingMessage extends SentMessage {
  readonly isNew: boolean;
}
