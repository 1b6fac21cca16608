import { hasDatabase } from "../database/pglite/pglite.ts";
import { UsageError } from "../usage-error.ts";
import { withProjectDatabase } from "./project-database/connect.ts";
import { defineCommand } from "./terminal/command.ts";
import {
  dataOption,
  projectOption,
  readChoice,
  readProject,
  readStoredDatabase,
} from "./terminal/options.ts";
import { asJson, outputOption } from "./terminal/output.ts";
import { print, printMessage } from "./terminal/print.ts";

export const promoteCommand = defineCommand({
  name: "promote",
  summary: "Rehearse the move to the hosted service",
  options: {
    ...projectOption,
    ...dataOption,
    ...outputOption,
    "dry-run": {
      type: "boolean",
      help: "say what differs there and what would move, and send nothing (required)",
    },
  },
  async run({ values }) {
    const format = readChoice("output", values.output, ["text", "json"]);
    if (!values["dry-run"]) {
      throw new UsageError(
        "portico promote only rehearses the move: add --dry-run. docs/moving.md has the commands that move a project.",
      );
    }
    const { project } = readProject(values.project);
    const location = readStoredDatabase(values.data, project);
    const [{ rehearse }, { formatRehearsal }] = await Promise.all([
      import("../promote/rehearse.ts"),
      import("../promote/report.ts"),
    ]);
    const isNew = "directory" in location && !hasDatabase(location.directory);
    const rehearsal = isNew
      ? await rehearse(project, process.env, undefined)
      : await withProjectDatabase(location, (database) => rehearse(project, process.env, database));
    if (format === "json") print(asJson(rehearsal));
    else printMessage(formatRehearsal(rehearsal));
    process.exitCode = rehearsal.differences.some(({ severity }) => severity === "fails") ? 1 : 0;
  },
});
