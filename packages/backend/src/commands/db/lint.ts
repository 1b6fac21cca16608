import { withProjectDatabase } from "../project-database/connect.ts";
import { defineCommand } from "../terminal/command.ts";
import {
  dataOption,
  projectOption,
  readChoice,
  readProject,
  readStoredDatabase,
} from "../terminal/options.ts";
import { asJson, outputOption } from "../terminal/output.ts";
import { print } from "../terminal/print.ts";

export const dbLintCommand = defineCommand({
  name: "db lint",
  summary: "Check the functions of the database for errors",
  options: {
    ...projectOption,
    ...dataOption,
    schema: {
      type: "string",
      short: "s",
      argument: "NAMES",
      help: "the schemas, separated by commas (default: all of the project)",
    },
    level: {
      type: "string",
      argument: "LEVEL",
      help: "the lowest level to print: warning, or error (default: warning)",
    },
    "fail-on": {
      type: "string",
      argument: "LEVEL",
      help: "exit with 1 for an issue of this level or a higher one: none, warning, or error (default: none)",
    },
    ...outputOption,
  },
  async run({ values }) {
    const format = readChoice("output", values.output, ["text", "json"]);
    const level = readChoice("level", values.level, ["warning", "error"]);
    const failOn = readChoice("fail-on", values["fail-on"], ["none", "warning", "error"]);
    const [{ lint }, { isAtLeast }, { formatCoverage, formatIssues }] = await Promise.all([
      import("../../lint/lint.ts"),
      import("../../lint/issue.ts"),
      import("../../lint/report.ts"),
    ]);
    const { project } = readProject(values.project);
    const coverage = await withProjectDatabase(
      readStoredDatabase(values.data, project),
      (database) => lint(database, values.schema?.split(",")),
    );
    const results = coverage.results
      .map(({ function: name, issues }) => ({
        function: name,
        issues: issues.filter((issue) => isAtLeast(issue, level)),
      }))
      .filter(({ issues }) => issues.length > 0);
    print(format === "json" ? asJson(results) : formatIssues(results));
    process.stderr.write(formatCoverage(coverage));
    if (failOn === "none") return;
    const failingIssues = results.flatMap(({ issues }) =>
      issues.filter((issue) => isAtLeast(issue, failOn)),
    );
    if (failingIssues.length === 0) return;
    const noun = failingIssues.length === 1 ? "issue" : "issues";
    process.stderr.write(`--fail-on ${failOn}: ${failingIssues.length} ${noun}.\n`);
    process.exitCode = 1;
  },
});
