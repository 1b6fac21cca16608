/**
 * What fails from now on. Anything left out works.
 *
 * @example
 * ```ts
 * import { startBackend, type Trouble } from "@portico/backend/testing";
 *
 * const slow: Trouble = { delay: 2_000 };
 * await using backend = await startBackend({ project: "." });
 * await backend.trouble(slow);
 * ```
 */
export interface Trouble {
  /** Every request waits for this many milliseconds before it is answered. */
  readonly delay?: number;
  /** Every caller counts as one who has sent too many requests: 429 wherever requests are limited. */
  readonly rateLimited?: boolean;
  /** Nothing can be sent. Messages wait, and are tried again after some seconds. */
  readonly mailRefused?: boolean;
  /** Social providers answer 503 to the server. */
  readonly providersDown?: boolean;
}
