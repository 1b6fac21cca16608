import type { Policy } from "./coverage.ts";
import { type FileResult, hasPassed, type TestResults } from "./run-tests.ts";

/** Formats a test file's result like `pg_prove`. */
export function formatFile(result: FileResult): string {
  const { path, tap, failed, errors } = result;
  const diagnostics = tap.diagnostics.map((line) => `# ${line}\n`).join("");
  if (tap.skipped !== undefined) return `${path} .. skipped: ${tap.skipped}\n`;
  if (hasPassed(result)) return `${path} .. ok\n`;
  const count = failed.length > 0 ? [`Failed ${failed.length}/${tap.tests.length} subtests`] : [];
  return `${diagnostics}${path} ..\n${[...errors, ...count].map((line) => `${line}\n`).join("")}`;
}

/** Formats the results of all files like `pg_prove`, and the coverage of the policies. */
export function formatSummary({ files, policies }: TestResults): string {
  const failedFiles = files.filter((result) => !hasPassed(result));
  const testCount = files.reduce((sum, { tap }) => sum + tap.tests.length, 0);
  const head =
    failedFiles.length === 0
      ? "All tests successful.\n"
      : `\nTest Summary Report\n-------------------\n${failedFiles.map(formatFailure).join("")}`;
  return [
    head,
    `Files=${files.length}, Tests=${testCount}\n`,
    `Result: ${failedFiles.length === 0 ? "PASS" : "FAIL"}\n`,
    formatPolicies(policies),
  ].join("");
}

function formatFailure({ path, tap, failed, errors }: FileResult): string {
  const lines = [
    ...(failed.length > 0
      ? [`  Failed ${failed.length === 1 ? "test" : "tests"}:  ${failed.join(", ")}`]
      : []),
    ...errors.map((error) => `  ${error.split("\n")[0]}`),
  ];
  return `${path} (Tests: ${tap.tests.length} Failed: ${failed.length})\n${lines.map((line) => `${line}\n`).join("")}`;
}

/** The maximum number of policies that the report lists by name. */
const maxListedPolicies = 20;

function formatPolicies({ count, notEvaluated }: TestResults["policies"]): string {
  if (count === 0) return "";
  const evaluated = count - notEvaluated.length;
  const listed = notEvaluated.slice(0, maxListedPolicies).map((policy) => `  ${label(policy)}\n`);
  const hiddenCount = notEvaluated.length - listed.length;
  return [
    `Policies: ${evaluated} of ${count} were evaluated for at least one row.${listed.length > 0 ? " Not evaluated:" : ""}\n`,
    ...listed,
    ...(hiddenCount > 0 ? [`  and ${hiddenCount} more\n`] : []),
  ].join("");
}

const label = ({ schema, table, name }: Omit<Policy, "oid">) => `"${name}" on ${schema}.${table}`;
