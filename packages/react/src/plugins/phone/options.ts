import type { SentMessage } from "../../messages/sent-message.ts";
import type { CodeOptions } from "../code/code-screen.tsx";

export interface PhoneOptions extends CodeOptions {
  /** The initial country (ISO 3166-1). Default: the country of the browser's language. */
  country?: string;
  /** The countries to choose from. Default: all. */
  countries?: readonly string[];
  /** True to offer a password with the phone number. Default: true. */
  password?: boolean;
  /**
   * The key in the tab's `sessionStorage` under which the screen for the code is kept for a reload. Default:
   * "portico.phone". If a page has several forms, each needs its own key.
   */
  storageKey?: string;
}

/** A sent code, and whether it was sent since the page was loaded. */
export interface PendingMessage extends SentMessage {
  readonly isNew: boolean;
}
