import type { Database } from "../../database/port.ts";
import { type Sql, sql } from "../../database/sql.ts";
import type { Listener } from "../bus/notifications.ts";
import type { Hub } from "../hub.ts";
import { type StoredMessage, toldOf } from "./stored.ts";

interface Row extends StoredMessage {
  readonly topic: string;
  readonly private: boolean;
}

/** In milliseconds: how far a gap in the notifications is looked over, and how long a message is remembered. */
const memory = 60_000;

/**
 * Tells this process's subscribers the messages of `realtime.messages`, which `realtime.send` and the like have
 * written. Each process hears of each.
 */
export class DatabaseMessages implements Listener {
  readonly #database: Database;
  readonly #hub: Hub;
  readonly #since = Date.now();
  /** When each message was told, so that none is told again after a gap. */
  readonly #told = new Map<string, number>();

  constructor(database: Database, hub: Hub) {
    this.#database = database;
    this.#hub = hub;
  }

  async onNotified(payload: string): Promise<void> {
    const row = JSON.parse(payload) as Row | Pick<Row, "id">;
    if ("topic" in row) this.#tell({ ...row, binary_payload: null });
    else await this.#read(sql`id = ${row.id}`);
  }

  async onGap(): Promise<void> {
    const from = new Date(Math.max(this.#since, Date.now() - memory));
    await this.#read(sql`inserted_at >= ${from}::timestamptz::timestamp`);
  }

  async #read(which: Sql): Promise<void> {
    const { rows } = await this.#database.query<Row>(sql`
      select id, topic, event, private, payload::text as payload, binary_payload
      from realtime.messages
      where extension = 'broadcast' and event is not null and private is not null
        and (payload is not null or binary_payload is not null) and ${which}
      order by inserted_at, ctid`);
    for (const row of rows) this.#tell(row);
  }

  #tell(row: Row): void {
    if (this.#told.has(row.id)) return;
    const now = Date.now();
    for (const [id, at] of this.#told) {
      if (now - at < 2 * memory) break;
      this.#told.delete(id);
    }
    this.#told.set(row.id, now);
    this.#hub.tell({ name: row.topic, isPrivate: row.private }, toldOf(row));
  }
}
