import { DatabaseError } from "../../database/errors.ts";
import type { Database } from "../../database/port.ts";
import type { Log } from "../../log/log.ts";
import { subscriptionRefused } from "../errors.ts";
import type { ChangeListener, ChangeSource } from "./change.ts";
import { openReplicationSource } from "./replication-source.ts";
import { openTriggerSource } from "./trigger-source.ts";

/**
 * Opens a replication source, which does not slow down writers. Falls back to triggers if the database does not allow
 * replication.
 *
 * @throws {RealtimeError} if the database is only reachable through a pooler
 * @throws {DatabaseUnavailable}
 */
export async function openChangeSource(
  database: Database,
  log: Log,
  listener: ChangeListener,
): Promise<ChangeSource> {
  const { replicate } = database;
  if (database.engine === "pglite") return openTriggerSource(database, log, listener);
  if (!replicate) {
    throw subscriptionRefused(
      "Table changes are not available through a connection pooler. Set DATABASE_DIRECT_URL to the address of the database server.",
    );
  }
  try {
    return await openReplicationSource({ ...database, replicate }, log, listener);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    log.info({ reason: error.message }, "table changes are read by triggers");
    return openTriggerSource(database, log, listener);
  }
}
