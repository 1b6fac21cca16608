import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

/**
 * Deletes messages after 72 hours (supabase/realtime, `lib/realtime/messages.ex`), and what processes have told
 * each other.
 */
export async function removeOldMessages(database: Database): Promise<void> {
  await database.query(sql`
    delete from realtime.messages where inserted_at < now()::timestamp - interval '72 hours'`);
  await database.query(sql`
    delete from portico.realtime_words where written_at < now() - interval '5 minutes'`);
}
