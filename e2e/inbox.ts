import { setTimeout as pause } from "node:timers/promises";

/** A message as it lies in the inbox. */
export interface Message {
  readonly subject: string;
  /** The plain text. */
  readonly text: string;
  readonly html: string;
  /** The first link of the plain text. */
  readonly link: string | undefined;
  /** The one-time code: the first number of six to ten digits that stands alone in the plain text. */
  readonly code: string | undefined;
}

interface Summary {
  readonly ID: string;
}

/** The inbox of a server, read as the tests of any project would: by the JSON of Mailpit's API. */
export class Inbox {
  readonly #base: string;
  readonly #read = new Set<string>();

  /** @param url the server's, with no slash at the end */
  constructor(url: string) {
    this.#base = `${url}/inbox/api/v1`;
  }

  /**
   * The newest message to that address or telephone number since the last call. It waits for one to
   * come, ten seconds at most.
   */
  async next(recipient: string): Promise<Message> {
    const patience = AbortSignal.timeout(10_000);
    while (!patience.aborted) {
      const messages = await this.#search(recipient);
      const newest = messages.find(({ ID }) => !this.#read.has(ID));
      for (const { ID } of messages) this.#read.add(ID);
      if (newest) return this.#open(newest.ID);
      await pause(50);
    }
    throw new Error(`No message to ${recipient} came within ten seconds.`);
  }

  /** How many messages to that address there are. */
  async count(recipient: string): Promise<number> {
    return (await this.#search(recipient)).length;
  }

  async #search(recipient: string): Promise<Summary[]> {
    const query = new URLSearchParams({ query: `to:${recipient}` });
    const { messages }: { messages: Summary[] } = await this.#get(`search?${query}`);
    return messages;
  }

  async #open(id: string): Promise<Message> {
    const message: { Subject: string; Text: string; HTML: string } = await this.#get(
      `message/${id}`,
    );
    return {
      subject: message.Subject,
      text: message.Text,
      html: message.HTML,
      link: /https?:\/\/[^\s<>"')\]]+/.exec(message.Text)?.[0],
      code: /(?<![\w/=-])\d{6,10}(?![\w/=-])/.exec(message.Text)?.[0],
    };
  }

  async #get(path: string) {
    const answer = await fetch(`${this.#base}/${path}`);
    if (!answer.ok) throw new Error(`The inbox answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  }
}
