import { randomUUID } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { chooseMigrationFile } from "../config/files/new-migration.ts";
import { loadProject } from "../config/load-project.ts";
import type { Database } from "../database/port.ts";
import { applyPending } from "./pending.ts";

/** A project, and its database, that a migration is added to. */
export interface MigratedProject {
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isLenient?: boolean | undefined;
  readonly database: Database;
}

/** A migration may create an index on a large table. */
const maxMigrationStatementMs = 5 * 60 * 1_000;

/**
 * Applies a migration and writes its file, or does neither. Other new migrations of the folder are applied first, as
 * `portico migration up` does.
 *
 * @returns the path of the file within the project folder
 * @throws {MigrationError} {UsageError}
 */
export async function applyMigration(
  { project, env, isLenient, database }: MigratedProject,
  { name, sql }: { readonly name: string; readonly sql: string },
): Promise<string> {
  const { version, path } = await chooseMigrationFile(project, name);
  // The file gets its final name only after the migration was applied, so that `portico dev` does not apply it as well.
  const temporaryPath = join(project, `supabase/migrations/.${randomUUID()}.tmp`);
  try {
    await writeFile(temporaryPath, sql, { flag: "wx" });
    const current = await loadProject({ directory: project, env, isLenient });
    const newFile = { version, name, file: basename(path), sql };
    await applyPending(database.withLimits({ maxStatementMs: maxMigrationStatementMs }), {
      ...current.project,
      migrations: [...current.project.migrations, newFile],
    });
    await rename(temporaryPath, join(project, path));
    return path;
  } finally {
    await rm(temporaryPath, { force: true });
  }
}
