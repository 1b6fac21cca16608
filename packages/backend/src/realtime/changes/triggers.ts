import { randomUUID } from "node:crypto";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import type { Log } from "../../log/log.ts";
import { one, Queue } from "../queue.ts";
import { type ChangeListener, type ChangeSource, readChange } from "./change.ts";

/** In milliseconds. The database counts a process as listening for two minutes. */
const renewal = 30_000;
/** In milliseconds: how long a table's writers may keep its trigger from being made. New writers wait for as long. */
const lockTimeout = 100;
/** In characters: how much may wait while the text of a large change is fetched. */
const mostWaiting = 64 * 1024 * 1024;

/**
 * Hears of changes by triggers that notify (`0022_table_changes.sql`). Notifications come in the order of commits,
 * and none comes before its commit. Writers of tables that nobody listens to pay for one look at an index.
 */
export async function listenByTriggers(
  database: Database,
  log: Log,
  { onChange, onGap }: ChangeListener,
): Promise<ChangeSource> {
  const process = randomUUID();
  const followed = new Set<number>();

  const listenTo = (relation: number) =>
    database.batch([
      sql`select set_config('lock_timeout', ${String(lockTimeout)}, true)`,
      sql`select realtime.listen_to(${relation}::bigint::oid, ${process})`,
    ]);
  const fetchLarge = async (number: number) => {
    const { rows } = await database.query<{ change: string }>(
      sql`select change from realtime.large_changes where id = ${number}`,
    );
    return rows[0]?.change;
  };
  const hear = async (payload: string | undefined) => {
    if (payload === undefined) return onGap();
    const { number, relation, large, missed } = headOf(payload);
    if (!followed.has(relation)) return;
    try {
      const text = large ? await fetchLarge(number) : payload;
      if (text === undefined || missed) onGap(relation);
      else onChange(readChange(text));
    } catch (err) {
      log.error({ err }, "a change of a table could not be told");
      onGap(relation);
    }
  };
  const queue: Queue<string | undefined> = new Queue({
    sizeOf: (payload) => payload?.length ?? 0,
    limit: mostWaiting,
    groupOf: (payload) => payload && headOf(payload).relation,
    take: one,
    work: ([payload]) => hear(payload),
    onLoss: ({ error: err, group }) => {
      log.error({ err }, "changes of tables could not be told");
      if (group === undefined) queue.add(undefined);
      else onGap(group as number);
    },
  });
  const stopListening = await database.listen("portico_changes", (payload) => queue.add(payload));
  const renew = setInterval(() => {
    for (const relation of followed) {
      listenTo(relation).catch((err: unknown) =>
        log.error({ err }, "the trigger of a table could not be kept"),
      );
    }
  }, renewal);
  renew.unref();
  return {
    follow: async (relation) => {
      await listenTo(relation);
      followed.add(relation);
    },
    // Its row runs out by itself.
    leave: (relation) => void followed.delete(relation),
    close: async () => {
      clearInterval(renew);
      await stopListening();
      await database.query(sql`delete from realtime.listened where process = ${process}`);
      queue.clear();
      await queue.idle();
    },
  };
}

/** The first fields of a change, which are all that a large one has here. */
function headOf(payload: string) {
  const [, number, relation] = /^\{"number" : (\d+), "relation" : (\d+)/.exec(payload) ?? [];
  return {
    number: Number(number),
    relation: Number(relation),
    large: payload.endsWith('"large" : true}'),
    missed: payload.endsWith('"missed" : true}'),
  };
}
