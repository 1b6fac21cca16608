import { randomUUID } from "node:crypto";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import {
  type DatabaseNotifications,
  notificationKinds,
  notifyChannel,
} from "./database-notifications.ts";
import type { Transport, TransportListener } from "./transport.ts";

/** PostgreSQL allows less than 8,000 bytes per notification. The remainder leaves room for the kind's prefix. */
const maxNotificationBytes = 7_900;

/** Connects processes by NOTIFY. A message that is too large for a notification goes through a table. */
export class DatabaseTransport implements Transport {
  readonly #database: Database;
  readonly #notifications: DatabaseNotifications;

  constructor(database: Database, notifications: DatabaseNotifications) {
    this.#database = database;
    this.#notifications = notifications;
  }

  async open({ onMessage, onGap }: TransportListener): Promise<void> {
    this.#notifications.addListener(notificationKinds.bus, {
      onNotification: async (payload) => onMessage(await this.#load(payload)),
      onGap,
    });
    await this.#notifications.open();
  }

  async send(messages: readonly string[]): Promise<void> {
    const large: { readonly id: string; readonly content: string }[] = [];
    const payloads = messages.map((content) => {
      if (Buffer.byteLength(content) <= maxNotificationBytes) {
        return notificationKinds.bus + content;
      }
      const id = randomUUID();
      large.push({ id, content });
      return notificationKinds.bus + id;
    });
    await this.#database.batch([
      ...large.map(
        ({ id, content }) =>
          sql`insert into portico.realtime_envelopes (id, content) values (${id}, ${content})`,
      ),
      sql`
        select pg_notify(${notifyChannel}, payload)
        from unnest(${payloads}::text[]) with ordinality as message (payload, index) order by index`,
    ]);
  }

  /** Does nothing, because the shared {@link DatabaseNotifications} are closed by their owner. */
  async close(): Promise<void> {}

  /** Returns the message of a notification, which contains either the message or the id of its row. */
  async #load(payload: string): Promise<string> {
    if (payload.startsWith("{")) return payload;
    const { rows } = await this.#database.query<{ content: string }>(
      sql`select content from portico.realtime_envelopes where id = ${payload}`,
    );
    const [row] = rows;
    if (!row) throw new Error("A large message from another process has already been deleted.");
    return row.content;
  }
}
