import { onDisk } from "../config/disk.ts";
import { loadConfig } from "../config/load.ts";
import { readProject } from "../config/project.ts";
import type { AppliedFiles } from "../control/running-server.ts";
import { applyProject } from "../database/migrations/project.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";

/** The project folder whose files are applied. */
export interface PendingOptions {
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isLenient?: boolean | undefined;
}

/**
 * Applies the migrations and seeds of a project folder that are new, and has the REST API read the schema again.
 *
 * @throws {ConfigError} {MigrationError}
 */
export async function applyPending(
  database: Database,
  { project: path, env, isLenient }: PendingOptions,
): Promise<AppliedFiles> {
  const folder = onDisk(path);
  const { config } = await loadConfig({ folder, env });
  const project = await readProject(folder, config, { isLenient });
  const notes: string[] = [];
  const applied = await applyProject(database, project, { note: (note) => notes.push(note) });
  if (applied.length > 0) await database.query(sql`notify pgrst`);
  return { applied, notes: [...project.warnings, ...notes] };
}
