/**
 * The failures to inject. Everything that is left out works.
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
  /** Delays every request by this many milliseconds. */
  readonly delay?: number;
  /** Treats every caller as over the rate limits: limited requests fail with 429. */
  readonly rateLimited?: boolean;
  /** The mail server refuses messages. They stay in the outbox and are retried after some seconds. */
  readonly mailRefused?: boolean;
  /** Social providers respond to the server with 503. */
  readonly providersDown?: boolean;
}
