import type { Database } from "../port.ts";
import { sql } from "../sql.ts";

/**
 * The maximum length of the write-ahead log that a start after a crash has to replay, which takes a fraction of a
 * second.
 */
const maxUnreplayedBytes = 16 * 1024 * 1024;

/**
 * Runs a checkpoint when the write-ahead log has become long, as a server's checkpointer does. Otherwise the log would
 * grow for the lifetime of the process, and so would the time to open a database that was not closed.
 */
export async function checkpoint(database: Database): Promise<void> {
  const { rows } = await database.query<{ isDue: boolean }>(sql`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) > ${maxUnreplayedBytes} as "isDue"
    from pg_control_checkpoint()`);
  if (rows[0]?.isDue) await database.query(sql`checkpoint`);
}
