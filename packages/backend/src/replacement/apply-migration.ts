import { randomUUID } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { chooseMigrationFile } from "../config/files/new-migration.ts";
import { loadProject } from "../config/load-project.ts";
import type { Database } from "../database/port.ts";
import { applyPending } from "./pending.ts";

/** The project that gets a migration, and its database. */
export interface MigratedProject {
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isLenient?: boolean | undefined;
  readonly database: Database;
}

/** A migration may build an index of a large table. */
const maxMigrationStatementMs = 5 * 60 * 1_000;

/**
 * Applies a migration and writes its file, or does neither. Migrations of the folder that are new are applied before
 * it, as `portico migration up` does.
 *
 * @returns the path of the file within the project folder
 * @throws {MigrationError} {UsageError}
 */
export async function applyMigration(
  { project, env, isLenient, database }: MigratedProject,
  { name, sql }: { readonly name: string; readonly sql: string },
): Promise<string> {
  const { version, path } = await chooseMigrationFile(project, name);
  // The file gets its name when PostgreSQL has accepted it, so `portico dev` does not apply it as well.
  const draft = join(project, `supabase/migrations/.${randomUUID()}.tmp`);
  try {
    await writeFile(draft, sql, { flag: "wx" });
    const current = await loadProject({ directory: project, env, isLenient });
    const added = { version, name, file: basename(path), sql };
    await applyPending(database.withLimits({ maxStatementMs: maxMigrationStatementMs }), {
      ...current.project,
      migrations: [...current.project.migrations, added],
    });
    await rename(draft, join(project, path));
    return path;
  } finally {
    await rm(draft, { force: true });
  }
}
