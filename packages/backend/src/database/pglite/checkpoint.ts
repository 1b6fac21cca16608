import type { Database } from "../port.ts";
import { sql } from "../sql.ts";

/** In bytes of the write-ahead log, which a start after a kill replays: some of these take a second. */
const mostToRecover = 16 * 1024 * 1024;

/**
 * Does for the embedded database what the checkpointer does for a server: once the write-ahead log is long,
 * writes its changes to the tables. Otherwise the log would grow as long as the process lives, and so would
 * the time to open a database that was not closed.
 */
export async function checkpoint(database: Database): Promise<void> {
  const { rows } = await database.query<{ isDue: boolean }>(sql`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) > ${mostToRecover} as "isDue"
    from pg_control_checkpoint()`);
  if (rows[0]?.isDue) await database.query(sql`checkpoint`);
}
