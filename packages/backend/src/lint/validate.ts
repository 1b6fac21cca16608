import { DatabaseError } from "../database/errors.ts";
import type { Connection } from "../database/port.ts";
import { type Sql, sql, trusted } from "../database/sql.ts";
import type { Issue, LintResult } from "./issue.ts";

interface FunctionDefinition {
  readonly label: string;
  readonly language: "sql" | "plpgsql";
  /** The search path for calls of the function. */
  readonly path: string;
  readonly statement: string;
  readonly body: string;
}

/**
 * Creates functions again to let PostgreSQL check the syntax, types and shadowed variables of PL/pgSQL functions, and all
 * names in SQL functions. Calling the validators would be simpler, but they skip functions that the session has
 * already compiled. Requires a transaction that is rolled back.
 *
 * @param functions a query with the columns `oid`, `label`, `language` and `path` for each function
 */
export async function validateFunctions(
  transaction: Connection,
  functions: Sql,
): Promise<LintResult[]> {
  await transaction.query(sql`set local search_path = ''`);
  const { rows } = await transaction.query<FunctionDefinition>(sql`
    select label, language, path, pg_get_functiondef(p.oid) as statement, p.prosrc as body
    from (${functions}) as functions join pg_catalog.pg_proc as p using (oid)`);
  await transaction.script("savepoint portico_lint; set local check_function_bodies = on");
  const results: LintResult[] = [];
  for (const definition of rows) {
    const issue =
      (await findIssue(transaction, definition, "error")) ??
      (definition.language === "plpgsql"
        ? await findIssue(transaction, definition, "warning")
        : undefined);
    if (issue) results.push({ function: definition.label, issues: [issue] });
  }
  return results;
}

/** The values of `plpgsql.extra_errors`, which makes PL/pgSQL report warnings as errors. */
const extraErrors = { error: "none", warning: "shadowed_variables" } as const;

async function findIssue(
  transaction: Connection,
  definition: FunctionDefinition,
  level: "error" | "warning",
): Promise<Issue | undefined> {
  await transaction.batch([
    sql`select set_config('plpgsql.extra_errors', ${extraErrors[level]}, true)`,
    sql`select set_config('search_path', ${definition.path}, true)`,
  ]);
  try {
    await transaction.query(trusted(definition.statement));
    return undefined;
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return issueOf(error, definition, level);
  } finally {
    await transaction.script("rollback to savepoint portico_lint");
  }
}

function issueOf(
  { message, detail, hint, code, position }: DatabaseError,
  definition: FunctionDefinition,
  level: Issue["level"],
): Issue {
  const line = position === undefined ? undefined : lineOf(definition, position);
  return {
    level,
    message,
    ...(line === undefined ? {} : { statement: { lineNumber: String(line) } }),
    ...(detail === undefined ? {} : { detail }),
    ...(hint === undefined ? {} : { hint }),
    sqlState: code,
  };
}

/** Returns the line within the body, as `plpgsql_check` does. PostgreSQL counts characters from 1. */
function lineOf({ statement, body }: FunctionDefinition, position: number): number | undefined {
  const start = statement.lastIndexOf(body);
  const textBefore = [...statement].slice(0, position - 1).join("");
  return textBefore.length < start ? undefined : textBefore.slice(start).split("\n").length;
}
