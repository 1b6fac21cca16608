import type { Database } from "../../database/port.ts";
import { type Sql, sql } from "../../database/sql.ts";
import type { NotificationListener } from "../bus/database-notifications.ts";
import type { Hub } from "../hub.ts";
import { type StoredMessage, toOutgoingMessage } from "./stored-messages.ts";

interface MessageRow extends StoredMessage {
  readonly topic: string;
  readonly private: boolean;
}

/** The age of the oldest messages that are read again after a gap. Delivered ids are remembered for twice as long. */
const gapWindowMs = 60_000;

/**
 * Delivers the messages that `realtime.send` and similar functions insert into `realtime.messages` to the
 * subscribers of this process. Each process receives every message from the database.
 */
export class MessageRelay implements NotificationListener {
  readonly #database: Database;
  readonly #hub: Hub;
  readonly #startedAt = Date.now();
  /** When each message was delivered. Prevents duplicates after a gap. */
  readonly #deliveredAt = new Map<string, number>();

  constructor(database: Database, hub: Hub) {
    this.#database = database;
    this.#hub = hub;
  }

  async onNotification(payload: string): Promise<void> {
    const row = JSON.parse(payload) as MessageRow | Pick<MessageRow, "id">;
    if ("topic" in row) this.#deliver({ ...row, binary_payload: null });
    else await this.#readAndDeliver(sql`id = ${row.id}`);
  }

  async onGap(): Promise<void> {
    const since = new Date(Math.max(this.#startedAt, Date.now() - gapWindowMs));
    await this.#readAndDeliver(sql`inserted_at >= ${since}::timestamptz::timestamp`);
  }

  async #readAndDeliver(condition: Sql): Promise<void> {
    const { rows } = await this.#database.query<MessageRow>(sql`
      select id, topic, event, private, payload::text as payload, binary_payload
      from realtime.messages
      where extension = 'broadcast' and event is not null and private is not null
        and (payload is not null or binary_payload is not null) and ${condition}
      order by inserted_at, ctid`);
    for (const row of rows) this.#deliver(row);
  }

  #deliver(row: MessageRow): void {
    if (this.#deliveredAt.has(row.id)) return;
    const now = Date.now();
    for (const [id, deliveredAt] of this.#deliveredAt) {
      if (now - deliveredAt < 2 * gapWindowMs) break;
      this.#deliveredAt.delete(id);
    }
    this.#deliveredAt.set(row.id, now);
    this.#hub.publish({ name: row.topic, isPrivate: row.private }, toOutgoingMessage(row));
  }
}
