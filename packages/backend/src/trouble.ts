import { MailError } from "./mail/transport.ts";

/**
 * The failures to inject. Everything that is not set works.
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
  /** Delays every message by this many milliseconds. */
  readonly mailDelay?: number;
  /** The mail server refuses messages. They stay in the outbox and are retried after some seconds. */
  readonly mailRefused?: boolean;
  /** Social providers respond to the server with 503. */
  readonly providersDown?: boolean;
}

/** The desk, where a developer ends a failure, must not be affected by it. */
const isDesk = (url = "") => /^\/desk(?:[/?]|$)/.test(url);

/** The current failures of a server. Its methods are interceptors that inject them. */
export class Troubles {
  #current: Trouble = {};
  readonly #pendingDelays = new Set<() => void>();

  get current(): Trouble {
    return this.#current;
  }

  /** Replaces the current failures. Requests and messages that are being delayed continue immediately. */
  set(trouble: Trouble): void {
    this.#current = trouble;
    for (const resume of this.#pendingDelays) resume();
  }

  readonly arriving = async ({ url }: { readonly url?: string | undefined }): Promise<void> => {
    if (!isDesk(url)) await this.#delay(this.#current.delay);
  };

  readonly sending = async (send: () => Promise<void>): Promise<void> => {
    await this.#delay(this.#current.mailDelay);
    if (this.#current.mailRefused) throw new MailError("The mail server refused the message.");
    await send();
  };

  readonly fetching = async (send: () => Promise<Response>): Promise<Response> =>
    this.#current.providersDown ? new Response("down for a test", { status: 503 }) : send();

  readonly limiting = (): boolean => this.#current.rateLimited === true;

  #delay(milliseconds = 0): Promise<void> {
    if (milliseconds <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const resume = () => {
        clearTimeout(timer);
        this.#pendingDelays.delete(resume);
        resolve();
      };
      const timer = setTimeout(resume, milliseconds);
      this.#pendingDelays.add(resume);
    });
  }
}
