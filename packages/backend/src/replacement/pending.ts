import { onDisk } from "../config/disk.ts";
import { loadConfig } from "../config/load.ts";
import { type Project, readProject } from "../config/project.ts";
import type { ParsedConfig } from "../config/sections/schema.ts";
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

/** Reads the configuration and the files of a project folder as they are now. @throws {ConfigError} */
export async function readCurrentProject({
  project: path,
  env,
  isLenient,
}: PendingOptions): Promise<{ readonly config: ParsedConfig; readonly files: Project }> {
  const folder = onDisk(path);
  const { config } = await loadConfig({ folder, env });
  return { config, files: await readProject(folder, config, { isLenient }) };
}

/**
 * Applies the migrations and seeds of a project folder that are new, and has the REST API read the schema again.
 *
 * @throws {MigrationError}
 */
export async function applyPending(database: Database, project: Project): Promise<AppliedFiles> {
  const notes: string[] = [];
  const applied = await applyProject(database, project, { note: (note) => notes.push(note) });
  if (applied.length > 0) await database.query(sql`notify pgrst`);
  return { applied, notes: [...project.warnings, ...notes] };
}
