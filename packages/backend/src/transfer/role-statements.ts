import type { Database } from "../database/port.ts";
import { readDefinitions } from "./definitions.ts";
import { platformSchemas } from "./platform.ts";

/** Settings of the platform's roles that a project may change (supabase/cli, `pkg/migration/dump.go`). */
const allowedSettings =
  /^alter role \S+ (?:in database \S+ )?set (?:pgaudit\.|pgrst\.|session_replication_role|statement_timeout|track_io_timing)/i;

const platformRoleStatement =
  /^alter role "(?:anon|authenticated|authenticator|service_role|postgres|dashboard_user|pgbouncer|supabase_\w*)"/;

/** Returns statements that create the project's roles and set its roles' settings, without passwords. */
export async function roleStatements(database: Database): Promise<string[]> {
  const { roles } = await readDefinitions(database, await platformSchemas());
  return roles
    .map((statement) => statement.replace(/ password (?:'[^']*'| E'(?:[^'\\]|\\.|'')*')/, ""))
    .filter(
      (statement) => !platformRoleStatement.test(statement) || allowedSettings.test(statement),
    )
    .filter((statement) => !/\balter database\b/.test(statement));
}
