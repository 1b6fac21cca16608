import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import type { Job } from "../http/wire.ts";

const minuteMs = 60_000;

export const jobs: readonly Job<Database>[] = [
  {
    name: "old messages",
    intervalMs: 10 * minuteMs,
    failureMessage: "old messages of realtime could not be removed",
    run: removeOldMessages,
  },
  {
    name: "old changes",
    intervalMs: minuteMs,
    failureMessage: "old changes of tables could not be removed",
    run: removeOldChanges,
  },
];

/**
 * Deletes messages that are older than 72 hours, as the reference does (`lib/realtime/messages.ex`), and messages
 * between processes that were too large for a notification.
 */
export async function removeOldMessages(database: Database): Promise<void> {
  await database.query(sql`
    delete from realtime.messages where inserted_at < now()::timestamp - interval '72 hours'`);
  await database.query(sql`
    delete from portico.realtime_envelopes where written_at < now() - interval '5 minutes'`);
}

/** Deletes large changes after every process has fetched them, and registrations of processes that have died. */
async function removeOldChanges(database: Database): Promise<void> {
  await database.query(sql`
    delete from realtime.large_changes where made_at < clock_timestamp() - interval '1 minute'`);
  await database.query(
    sql`delete from realtime.change_listeners where expires_at < clock_timestamp()`,
  );
}
