import { DatabaseError } from "../../src/database/errors.ts";
import type { Database } from "../../src/database/port.ts";
import type { TableChanges } from "../../src/realtime/changes/port.ts";
import { DatabaseTableChanges } from "../../src/realtime/changes/table-changes.ts";
import { silentLog } from "../auth/auth-fixture.ts";

/** The available sources of table changes. The embedded database only has triggers. */
export const changeSources = process.env["TEST_DATABASE_URL"]
  ? (["replication", "triggers"] as const)
  : (["triggers"] as const);

/** Returns a `TableChanges` that reads from the given source: logical replication or triggers. */
export function changesBy(
  source: (typeof changeSources)[number],
  database: Database,
): TableChanges {
  const replicate = async () => {
    throw new DatabaseError({ code: "55000", message: "wal_level" });
  };
  return new DatabaseTableChanges(
    source === "triggers" ? { ...database, replicate } : database,
    silentLog,
  );
}
