import type { Database } from "../database/port.ts";
import { isOutsideExtensions, isProjectSchema } from "../database/project-objects.ts";
import { type Sql, sql } from "../database/sql.ts";
import type { LintResult } from "./issue.ts";
import { checkPlpgsql, hasPlpgsqlCheck } from "./plpgsql-check.ts";
import { validateFunctions } from "./validate.ts";

/** The result of {@link lint}. */
export interface LintSummary {
  /** The number of functions that were checked. */
  readonly count: number;
  readonly results: readonly LintResult[];
  /** Whether the statements in PL/pgSQL functions were checked, which requires `plpgsql_check`. */
  readonly hasCheckedStatements: boolean;
}

/**
 * Checks the functions of a project without changing anything.
 *
 * @param schemas the schemas to check; the default is all schemas of the project
 */
export async function lint(
  database: Database,
  schemas: readonly string[] | undefined,
): Promise<LintSummary> {
  return database.transaction(
    async (transaction) => {
      const hasCheckedStatements = await hasPlpgsqlCheck(transaction);
      const functions = functionsIn(schemas);
      const { rows } = await transaction.query(functions);
      const plpgsqlResults = hasCheckedStatements
        ? await checkPlpgsql(transaction, functionsIn(schemas, "plpgsql"))
        : [];
      const results = [...(await validateFunctions(transaction, functions)), ...plpgsqlResults];
      return { count: rows.length, results: mergeIssues(results), hasCheckedStatements };
    },
    { isDryRun: true },
  );
}

/**
 * Returns the query for the functions to check. Leaves out functions with BEGIN ATOMIC, because PostgreSQL keeps their
 * names valid.
 */
const functionsIn = (schemas: readonly string[] | undefined, language?: string): Sql => sql`
  select p.oid, l.lanname as language, format('%I.%I', n.nspname, p.proname) as label,
    coalesce((
      select substr(setting, length('search_path=') + 1) from unnest(p.proconfig) as setting
      where setting like 'search\\_path=%'), '"$user", public, extensions') as path
  from pg_catalog.pg_proc as p
    join pg_catalog.pg_namespace as n on n.oid = p.pronamespace
    join pg_catalog.pg_language as l on l.oid = p.prolang
  where l.lanname in ('sql', 'plpgsql') and l.lanname = coalesce(${language ?? null}, l.lanname)
    and p.prosqlbody is null and ${isOutsideExtensions("pg_proc", "p.oid")}
    and case when ${schemas ?? null}::text[] is null then ${isProjectSchema("n.nspname")}
      else n.nspname = any(${schemas ?? null}::text[]) end
  order by label, p.oid`;

/** Merges the issues of each function. Messages that both checks report are listed once. */
function mergeIssues(results: readonly LintResult[]): LintResult[] {
  const byFunction = Map.groupBy(results, (result) => result.function);
  return [...byFunction]
    .sort(([item], [other]) => (item < other ? -1 : 1))
    .map(([name, resultsOfFunction]) => {
      const issues = resultsOfFunction.flatMap((result) => result.issues);
      const messages = issues.map(({ message }) => message);
      return {
        function: name,
        issues: issues.filter(({ message }, index) => messages.indexOf(message) === index),
      };
    });
}
