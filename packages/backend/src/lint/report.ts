import type { Issue, LintResult } from "./issue.ts";
import type { Lint } from "./lint.ts";

/** Formats the issues for people. */
export const reportIssues = (results: readonly LintResult[]): string =>
  results.length === 0
    ? "No schema errors found.\n"
    : results
        .map(({ function: name, issues }) => `${name}\n${issues.map(line).join("")}`)
        .join("\n");

function line({ level, message, statement, detail, hint, sqlState }: Issue): string {
  const position = statement ? `line ${statement.lineNumber}: ` : "";
  const code = sqlState === undefined ? "" : ` (${sqlState})`;
  const more = [detail, hint].filter(Boolean).map((text) => `    ${text}\n`);
  return `  ${level}: ${position}${message}${code}\n${more.join("")}`;
}

/** Describes what was checked and what was not. */
export function reportCoverage({ count, hasCheckedStatements }: Lint): string {
  const checked = `Checked ${count} ${count === 1 ? "function" : "functions"}`;
  return hasCheckedStatements
    ? `${checked} with plpgsql_check. Not checked: statements in strings (EXECUTE).\n`
    : `${checked} as "create function" does: the names in SQL functions, and the syntax, types and variables of PL/pgSQL. Not checked: tables and columns that statements in PL/pgSQL name. That needs plpgsql_check on a PostgreSQL server.\n`;
}
