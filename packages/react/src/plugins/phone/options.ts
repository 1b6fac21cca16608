import type { SentMessage } from "../../messages/sent-message.ts";
import type { CodeOptions } from "../code/code-screen.tsx";

export interface PhoneOptions extends CodeOptions {
  /** The country to begin with (ISO 3166-1). Default: that of the browser's language. */
  country?: string;
  /** The countries to choose from. Default: all. */
  countries?: readonly string[];
  /** True when people may have a password with their number. Default: true. */
  password?: boolean;
  /**
   * The key by which a reload finds the wait for a code in the tab's `sessionStorage`. Default:
   * "portico.phone". Give each its own where one page has several forms.
   */
  storageKey?: string;
}

/** A code, and whether it was sent just now. */
export interface Waiting extends SentMessage {
  readonly fresh: boolean;
}
