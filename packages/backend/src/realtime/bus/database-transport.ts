import { randomUUID } from "node:crypto";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { channel, kinds, type Notifications } from "./notifications.ts";
import type { Transport, TransportListener } from "./transport.ts";

/** In bytes: what a notification holds (PostgreSQL: less than 8,000), with what stands before a sentence. */
const largestNotification = 7_900;

/** The database that all processes share: NOTIFY, and a table for what is too large for it. */
export class DatabaseTransport implements Transport {
  readonly #database: Database;
  readonly #notifications: Notifications;

  constructor(database: Database, notifications: Notifications) {
    this.#database = database;
    this.#notifications = notifications;
  }

  async open({ onSentence, onGap }: TransportListener): Promise<void> {
    this.#notifications.hear(kinds.word, {
      onNotified: async (payload) => onSentence(await this.#sentenceOf(payload)),
      onGap,
    });
    await this.#notifications.open();
  }

  async send(sentences: readonly string[]): Promise<void> {
    const large: { readonly id: string; readonly content: string }[] = [];
    const payloads = sentences.map((content) => {
      if (Buffer.byteLength(content) <= largestNotification) return kinds.word + content;
      const id = randomUUID();
      large.push({ id, content });
      return kinds.word + id;
    });
    await this.#database.batch([
      ...large.map(
        ({ id, content }) =>
          sql`insert into portico.realtime_words (id, content) values (${id}, ${content})`,
      ),
      sql`
        select pg_notify(${channel}, payload)
        from unnest(${payloads}::text[]) with ordinality as told (payload, place) order by place`,
    ]);
  }

  /** The notifications serve others, too. */
  async close(): Promise<void> {}

  /** The sentence of a notification, which may be the id of where it stands. */
  async #sentenceOf(payload: string): Promise<string> {
    if (payload.startsWith("{")) return payload;
    const { rows } = await this.#database.query<{ content: string }>(
      sql`select content from portico.realtime_words where id = ${payload}`,
    );
    const [row] = rows;
    if (!row) throw new Error("A large word of another process is gone.");
    return row.content;
  }
}
