import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

/** Deletes changes that everybody has fetched, and listeners that have ended without a word. */
export async function removeOldChanges(database: Database): Promise<void> {
  await database.query(sql`
    delete from realtime.large_changes where made_at < clock_timestamp() - interval '1 minute'`);
  await database.query(sql`delete from realtime.listened where until < clock_timestamp()`);
}
