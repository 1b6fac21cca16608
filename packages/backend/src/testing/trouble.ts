/**
 * What is to go wrong from now on. All that is not said goes well.
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
  /** Every request waits for so many milliseconds before it is answered. */
  readonly delay?: number;
  /** Whoever asks is somebody who has asked too often: 429 wherever requests are counted. */
  readonly rateLimited?: boolean;
  /** Nothing can be sent. Messages wait, and are tried again after some seconds. */
  readonly mailRefused?: boolean;
  /** Social providers answer 503 when the server asks them. */
  readonly providersDown?: boolean;
}
