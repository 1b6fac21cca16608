import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";

/**
 * A message in the inbox.
 *
 * @example
 * ```ts
 * import { Inbox, type ReceivedMessage } from "@portico/backend/testing";
 *
 * const message: ReceivedMessage = await new Inbox("http://localhost:3000").next("ada@example.com");
 * console.log(message.subject, message.code, message.link);
 * ```
 */
export interface ReceivedMessage {
  readonly subject: string;
  /** The plain text. */
  readonly text: string;
  readonly html: string;
  /** The link to follow, which is the first link of the plain text. */
  readonly link: string | undefined;
  /** The code to enter, which is the first separate number of six to ten digits. */
  readonly code: string | undefined;
}

/** The parts of Mailpit's responses that are used (https://mailpit.axllent.org/docs/api-v1/). */
const searchResponse = z.object({ messages: z.array(z.object({ ID: z.string() })) });
const messageResponse = z.object({ Subject: z.string(), Text: z.string(), HTML: z.string() });

type ItemKind = "message" | "code" | "link";

/**
 * The inbox of a running backend, read through Mailpit's API.
 *
 * Each method returns a message only once, and then waits for a newer one, because a test may look for a message before
 * the backend has sent it.
 *
 * @example
 * ```ts
 * import { Inbox } from "@portico/backend/testing";
 *
 * const inbox = new Inbox("http://localhost:3000");
 * const code = await inbox.latestCode("ada@example.com");
 * console.log(code);
 * ```
 */
export class Inbox {
  readonly #base: string;
  readonly #fetch: typeof fetch;
  readonly #timeoutMs: number;
  readonly #returnedIds = {
    message: new Set<string>(),
    code: new Set<string>(),
    link: new Set<string>(),
  };

  /**
   * @param url the URL of the backend, without a trailing slash
   * @param timeout how many milliseconds to wait for a message
   * @param fetcher sends the requests; `fetch` by default
   */
  constructor(url: string, timeout = 10_000, fetcher: typeof fetch = fetch) {
    this.#base = `${url}/inbox/api/v1`;
    this.#timeoutMs = timeout;
    this.#fetch = fetcher;
  }

  /** Returns the newest message to an address or phone number. @throws {Error} if none arrives in time */
  next(recipient: string): Promise<ReceivedMessage> {
    return this.#newest("message", recipient);
  }

  /**
   * Returns the one-time code in the newest message to an address or phone number.
   *
   * @throws {Error} if no message arrives in time, or it contains no code
   */
  async latestCode(recipient: string): Promise<string> {
    const { code, subject } = await this.#newest("code", recipient);
    if (!code) throw new Error(`The message "${subject}" to ${recipient} contains no code.`);
    return code;
  }

  /**
   * Returns the link in the newest message to an address.
   *
   * @throws {Error} if no message arrives in time, or it contains no link
   */
  async latestLink(recipient: string): Promise<string> {
    const { link, subject } = await this.#newest("link", recipient);
    if (!link) throw new Error(`The message "${subject}" to ${recipient} contains no link.`);
    return link;
  }

  /** Returns the number of messages to an address or phone number. */
  async count(recipient: string): Promise<number> {
    return (await this.#search(recipient)).length;
  }

  async #newest(kind: ItemKind, recipient: string): Promise<ReceivedMessage> {
    const returnedIds = this.#returnedIds[kind];
    const timeout = AbortSignal.timeout(this.#timeoutMs);
    while (!timeout.aborted) {
      const messages = await this.#search(recipient);
      const newest = messages.find(({ ID }) => !returnedIds.has(ID));
      for (const { ID } of messages) returnedIds.add(ID);
      if (newest) return this.#open(newest.ID);
      await pause(20);
    }
    throw new Error(`No message to ${recipient} arrived within ${this.#timeoutMs} ms.`);
  }

  async #search(recipient: string): Promise<{ readonly ID: string }[]> {
    const query = new URLSearchParams({ query: `to:${recipient}` });
    return searchResponse.parse(await this.#get(`search?${query}`)).messages;
  }

  async #open(id: string): Promise<ReceivedMessage> {
    const message = messageResponse.parse(await this.#get(`message/${id}`));
    return {
      subject: message.Subject,
      text: message.Text,
      html: message.HTML,
      link: /https?:\/\/[^\s<>"')\]]+/.exec(message.Text)?.[0],
      code: /(?<![\w/=-])\d{6,10}(?![\w/=-])/.exec(message.Text)?.[0],
    };
  }

  async #get(path: string) {
    const fetcher = this.#fetch;
    const response = await fetcher(`${this.#base}/${path}`);
    if (!response.ok) {
      throw new Error(`The inbox responded with ${response.status}: ${await response.text()}`);
    }
    return response.json();
  }
}
