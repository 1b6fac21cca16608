import type { DatabaseOperations } from "@supabase/mcp-server-supabase/platform";
import { sql } from "../../database/sql.ts";
import { applyMigration } from "../../replacement/apply-migration.ts";
import type { McpContext } from "../context.ts";
import { type Row, runQuery, runReadOnly, runScript, sqlShare } from "./run-sql.ts";

/** The operations for SQL and for the project's migrations. */
export function databaseOperations(context: McpContext): DatabaseOperations {
  const database = context.database.withLimits(sqlShare);
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
    async applyMigration(_, { name, query }) {
      await applyMigration(context, { name, sql: query });
    },
  };
}

interface Statement {
  readonly query: string;
  /** Only statements of the official server have parameters. An agent's statements have none. */
  readonly parameters?: unknown[] | undefined;
  readonly read_only?: boolean | undefined;
}
