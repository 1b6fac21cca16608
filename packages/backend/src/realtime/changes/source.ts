import { type Database, DatabaseError } from "../../database/port.ts";
import type { Log } from "../../log/log.ts";
import type { ChangeListener, ChangeSource } from "./change.ts";
import { ChangesRefused } from "./port.ts";
import { listenByReplication } from "./replication.ts";
import { listenByTriggers } from "./triggers.ts";

/**
 * Opens the source that the database allows. Replication costs writers nothing; without it, triggers tell.
 *
 * @throws {ChangesRefused} behind a pooler, when there is no way past it
 * @throws {DatabaseUnavailable}
 */
export async function openSource(
  database: Database,
  log: Log,
  listener: ChangeListener,
): Promise<ChangeSource> {
  const { replicate } = database;
  if (database.engine === "pglite") return listenByTriggers(database, log, listener);
  if (!replicate) {
    throw new ChangesRefused(
      "Changes of tables are not heard through a pooler. Set DATABASE_DIRECT_URL to the address of the server itself.",
    );
  }
  try {
    return await listenByReplication({ ...database, replicate }, log, listener);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    log.info({ reason: error.message }, "changes of tables are heard by triggers");
    return listenByTriggers(database, log, listener);
  }
}
