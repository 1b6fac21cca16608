import type { Database } from "./port.ts";
import { sql } from "./sql.ts";

/** In bytes of the write-ahead log, which a start after a kill goes through: a second for some of these. */
const mostToRecover = 16 * 1024 * 1024;

/**
 * Does for the embedded database what the checkpointer does for a server: has what is only in the
 * write-ahead log written to the tables as well, when that has become much. Otherwise the log would
 * grow for as long as the process lives, and with it the time until a database is open again that
 * was not closed.
 */
export async function checkpoint(database: Database): Promise<void> {
  const { rows } = await database.query<{ isDue: boolean }>(sql`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) > ${mostToRecover} as "isDue"
    from pg_control_checkpoint()`);
  if (rows[0]?.isDue) await database.query(sql`checkpoint`);
}
