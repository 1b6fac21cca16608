import { type Database, DatabaseError } from "../src/database/port.ts";
import { createTableChanges } from "../src/realtime/changes/changes.ts";
import type { TableChanges } from "../src/realtime/changes/port.ts";
import { silence } from "./auth.ts";

/** The ways in which changes of tables are heard: a server has both, the embedded database triggers alone. */
export const changeSources = process.env["TEST_DATABASE_URL"]
  ? (["replication", "triggers"] as const)
  : (["triggers"] as const);

/** Tells of the changes of a database in one way. */
export function changesBy(
  source: (typeof changeSources)[number],
  database: Database,
): TableChanges {
  const replicate = async () => {
    throw new DatabaseError({ code: "55000", message: "wal_level" });
  };
  return createTableChanges(source === "triggers" ? { ...database, replicate } : database, silence);
}
