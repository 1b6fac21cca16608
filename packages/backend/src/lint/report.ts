import type { Issue, LintResult } from "./issue.ts";
import type { LintSummary } from "./lint.ts";

/** Formats the issues for people. */
export const formatIssues = (results: readonly LintResult[]): string =>
  results.length === 0
    ? "No schema errors found.\n"
    : results
        .map(({ function: name, issues }) => `${name}\n${issues.map(formatIssue).join("")}`)
        .join("\n");

function formatIssue({ level, message, statement, detail, hint, sqlState }: Issue): string {
  const position = statement ? `line ${statement.lineNumber}: ` : "";
  const code = sqlState === undefined ? "" : ` (${sqlState})`;
  const details = [detail, hint].filter(Boolean).map((text) => `    ${text}\n`);
  return `  ${level}: ${position}${message}${code}\n${details.join("")}`;
}

/** Describes what was checked and what was not. */
export function formatCoverage({ count, hasCheckedStatements }: LintSummary): string {
  const checked = `Checked ${count} ${count === 1 ? "function" : "functions"}`;
  return hasCheckedStatements
    ? `${checked} with plpgsql_check. Not checked: statements in strings (EXECUTE).\n`
    : `${checked} as "create function" does: the names in SQL functions, and the syntax, types and variables of PL/pgSQL. Not checked: the tables and columns in statements of PL/pgSQL. To check those, use plpgsql_check on a PostgreSQL server.\n`;
}
