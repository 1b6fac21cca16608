import type { Database } from "../port.ts";
import { sql } from "../sql.ts";

/** A start after a kill replays this much of the write-ahead log in a fraction of a second. */
const maxUnreplayedBytes = 16 * 1024 * 1024;

/**
 * Runs a checkpoint once the write-ahead log is long, as the checkpointer of a server does. Otherwise the log
 * would grow as long as the process lives, and so would the time to open a database that was not closed.
 */
export async function checkpoint(database: Database): Promise<void> {
  const { rows } = await database.query<{ isDue: boolean }>(sql`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) > ${maxUnreplayedBytes} as "isDue"
    from pg_control_checkpoint()`);
  if (rows[0]?.isDue) await database.query(sql`checkpoint`);
}
