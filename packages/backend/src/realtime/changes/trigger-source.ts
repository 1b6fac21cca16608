import { randomUUID } from "node:crypto";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import type { Log } from "../../log/log.ts";
import { takeOne, WorkQueue } from "../work-queue.ts";
import { type ChangeListener, type ChangeSource, parseChange } from "./change.ts";

/** How often a process renews its registration. The database keeps a registration for two minutes. */
const renewIntervalMs = 30_000;
/** How long the creation of a trigger waits for current writers of the table. New writers have to wait equally long. */
const lockTimeoutMs = 100;
/** The limit for notifications that wait while a large change is fetched. */
const maxQueueChars = 64 * 1024 * 1024;

/**
 * Opens a source that creates triggers, which notify of each change (`0029_realtime_names.sql`). Notifications arrive
 * in commit order and never before the commit. A write to a table without subscribers costs only one index lookup.
 */
export async function openTriggerSource(
  database: Database,
  log: Log,
  listener: ChangeListener,
): Promise<ChangeSource> {
  const source = new TriggerSource(database, log, listener);
  await source.open();
  return source;
}

class TriggerSource implements ChangeSource {
  readonly #database: Database;
  readonly #log: Log;
  readonly #listener: ChangeListener;
  readonly #processId = randomUUID();
  readonly #followedOids = new Set<number>();
  #stopListening = async () => {};
  #renewTimer: NodeJS.Timeout | undefined;
  /** An undefined payload means that changes of all tables were lost. */
  readonly #queue = new WorkQueue<string | undefined, number | undefined>({
    sizeOf: (payload) => payload?.length ?? 0,
    maxSize: maxQueueChars,
    groupOf: (payload) => (payload === undefined ? undefined : parseHeader(payload).tableOid),
    takeBatch: takeOne,
    process: ([payload]) => this.#receive(payload),
    onLoss: ({ error: err, group }) => {
      this.#log.error({ err }, "table changes were lost");
      if (group === undefined) this.#queue.add(undefined);
      else this.#listener.onGap(group);
    },
  });

  constructor(database: Database, log: Log, listener: ChangeListener) {
    this.#database = database;
    this.#log = log;
    this.#listener = listener;
  }

  async open(): Promise<void> {
    this.#stopListening = await this.#database.listen("portico_changes", (payload) =>
      this.#queue.add(payload),
    );
    this.#renewTimer = setInterval(() => this.#renewAll(), renewIntervalMs);
    this.#renewTimer.unref();
  }

  async follow(tableOid: number): Promise<void> {
    await this.#register(tableOid);
    this.#followedOids.add(tableOid);
  }

  /** Keeps the registration in the database, because it expires there. */
  unfollow(tableOid: number): void {
    this.#followedOids.delete(tableOid);
  }

  async close(): Promise<void> {
    clearInterval(this.#renewTimer);
    await this.#stopListening();
    await this.#database.query(
      sql`delete from realtime.change_listeners where process = ${this.#processId}`,
    );
    this.#queue.clear();
    await this.#queue.idle();
  }

  /** Creates the table's trigger if it is missing, and registers this process as a listener. */
  #register(tableOid: number): Promise<unknown> {
    return this.#database.batch([
      sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`,
      sql`select realtime.register_listener(${tableOid}::bigint::oid, ${this.#processId})`,
    ]);
  }

  #renewAll(): void {
    for (const tableOid of this.#followedOids) {
      this.#register(tableOid).catch((err: unknown) =>
        this.#log.error({ err }, "the trigger of a table could not be renewed"),
      );
    }
  }

  async #receive(payload: string | undefined): Promise<void> {
    if (payload === undefined) return this.#listener.onGap();
    const { id, tableOid, isLarge, isMissed } = parseHeader(payload);
    if (!this.#followedOids.has(tableOid)) return;
    try {
      const text = isLarge ? await this.#fetchLarge(id) : payload;
      if (text === undefined || isMissed) this.#listener.onGap(tableOid);
      else this.#listener.onChange(parseChange(text));
    } catch (err) {
      this.#log.error({ err }, "a table change could not be read");
      this.#listener.onGap(tableOid);
    }
  }

  async #fetchLarge(id: number): Promise<string | undefined> {
    const { rows } = await this.#database.query<{ change: string }>(
      sql`select change from realtime.large_changes where id = ${id}`,
    );
    return rows[0]?.change;
  }
}

/** Parses the first fields of a notification. The notification of a large change contains nothing else. */
function parseHeader(payload: string) {
  const [, id, tableOid] = /^\{"number" : (\d+), "relation" : (\d+)/.exec(payload) ?? [];
  return {
    id: Number(id),
    tableOid: Number(tableOid),
    isLarge: payload.endsWith('"large" : true}'),
    isMissed: payload.endsWith('"missed" : true}'),
  };
}
