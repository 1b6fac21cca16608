import type { Project } from "../config/project.ts";
import type { AppliedFiles } from "../control/running-server.ts";
import { applyProject } from "../database/migrations/apply-project.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";

/**
 * Applies new migrations and seeds of a project folder, and makes the REST API reload the schema.
 *
 * @throws {MigrationError}
 */
export async function applyPending(database: Database, project: Project): Promise<AppliedFiles> {
  const notes: string[] = [];
  const applied = await applyProject(database, project, { note: (note) => notes.push(note) });
  if (applied.length > 0) await database.query(sql`notify pgrst`);
  return { applied, notes: [...project.warnings, ...notes] };
}
