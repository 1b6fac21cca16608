import { randomUUID } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { DatabaseOperations } from "@supabase/mcp-server-supabase/platform";
import { newMigration } from "../../config/files/new-migration.ts";
import { loadProject } from "../../config/load-project.ts";
import { sql } from "../../database/sql.ts";
import { applyPending } from "../../replacement/pending.ts";
import type { McpContext } from "../context.ts";
import { type Row, runQuery, runReadOnly, runScript, sqlShare } from "./run-sql.ts";

/** The operations for SQL and for the project's migrations. */
export function databaseOperations(context: McpContext): DatabaseOperations {
  const database = context.database.share(sqlShare);
  return {
    async executeSql<T>(_: string, { query, parameters, read_only }: Statement): Promise<T[]> {
      const rows: readonly Row[] = parameters
        ? await runQuery(database, query, parameters)
        : read_only
          ? await runReadOnly(database, query)
          : await runScript(database, query);
      return rows as T[];
    },
    async listMigrations() {
      const { rows } = await database.query<{ version: string; name: string | null }>(sql`
        select version, name from supabase_migrations.schema_migrations order by version`);
      return rows.map(({ version, name }) => ({ version, ...(name !== null && { name }) }));
    },
    applyMigration: (_, migration) => applyMigration(context, migration),
  };
}

interface Statement {
  readonly query: string;
  /** Only statements of the official server itself have parameters. */
  readonly parameters?: unknown[] | undefined;
  readonly read_only?: boolean | undefined;
}

/** A migration may build an index on a large table. */
const maxMigrationStatementMs = 5 * 60 * 1_000;

/**
 * Applies a migration and writes its file; if one fails, does neither. Applies other new migrations of the folder
 * first, as `portico migration up` does.
 */
async function applyMigration(
  { project, env, isLenient, database }: McpContext,
  { name, query }: { readonly name: string; readonly query: string },
): Promise<void> {
  const { version, path } = await newMigration(project, name);
  // The file gets its final name after PostgreSQL has accepted it. Otherwise `portico dev` would apply it as well.
  const draft = join(project, `supabase/migrations/.${randomUUID()}.tmp`);
  try {
    await writeFile(draft, query, { flag: "wx" });
    const current = await loadProject({ directory: project, env, isLenient });
    const added = { version, name, file: basename(path), sql: query };
    await applyPending(database.share({ maxStatementMs: maxMigrationStatementMs }), {
      ...current.project,
      migrations: [...current.project.migrations, added],
    });
    await rename(draft, join(project, path));
  } finally {
    await rm(draft, { force: true });
  }
}
