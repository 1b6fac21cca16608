import { MailError } from "./mail/transport.ts";

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
  /** Delays every message by this many milliseconds. */
  readonly mailDelay?: number;
  /** The mail server refuses messages. They stay in the outbox and are retried after some seconds. */
  readonly mailRefused?: boolean;
  /** Social providers respond to the server with 503. */
  readonly providersDown?: boolean;
}

/** The page that ends a trouble must not suffer from it. */
const isDesk = (url = "") => /^\/desk(?:[/?]|$)/.test(url);

/** The failures that a server injects at present. Its methods are interceptors of the server. */
export class Troubles {
  #current: Trouble = {};
  readonly #waiting = new Set<() => void>();

  get current(): Trouble {
    return this.#current;
  }

  /** Injects these failures and no others. What an earlier one delays goes on at once. */
  set(trouble: Trouble): void {
    this.#current = trouble;
    for (const resume of this.#waiting) resume();
  }

  readonly arriving = async ({ url }: { readonly url?: string | undefined }): Promise<void> => {
    if (!isDesk(url)) await this.#wait(this.#current.delay);
  };

  readonly sending = async (send: () => Promise<void>): Promise<void> => {
    await this.#wait(this.#current.mailDelay);
    if (this.#current.mailRefused) throw new MailError("The mail server refused the message.");
    await send();
  };

  readonly fetching = async (send: () => Promise<Response>): Promise<Response> =>
    this.#current.providersDown ? new Response("down for a test", { status: 503 }) : send();

  readonly limiting = (): boolean => this.#current.rateLimited === true;

  #wait(milliseconds = 0): Promise<void> {
    if (milliseconds <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const resume = () => {
        clearTimeout(timer);
        this.#waiting.delete(resume);
        resolve();
      };
      const timer = setTimeout(resume, milliseconds);
      this.#waiting.add(resume);
    });
  }
}
