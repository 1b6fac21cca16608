import { onDisk } from "../../config/disk.ts";
import { loadConfig } from "../../config/load.ts";
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

export const dbAdvisorsCommand = defineCommand({
  name: "db advisors",
  summary: "Find tables without protection, slow policies, missing indexes, and more",
  options: {
    ...projectOption,
    ...dataOption,
    type: {
      type: "string",
      argument: "TYPE",
      help: "all, security, or performance (default: all)",
    },
    level: {
      type: "string",
      argument: "LEVEL",
      help: "the lowest level to print: info, warn, or error (default: warn)",
    },
    "fail-on": {
      type: "string",
      argument: "LEVEL",
      help: "exit with 1 for a finding of this level or a higher one: none, info, warn, or error (default: none)",
    },
    ...outputOption,
  },
  async run({ values }) {
    const format = readChoice("output", values.output, ["text", "json"]);
    const type = readChoice("type", values.type, ["all", "security", "performance"]);
    const level = readChoice("level", values.level, ["warn", "info", "error"]);
    const failOn = readChoice("fail-on", values["fail-on"], ["none", "info", "warn", "error"]);
    const [{ advise }, { isAtLeast, isOfType, formatReport }] = await Promise.all([
      import("../../advisors/advise.ts"),
      import("../../advisors/report.ts"),
    ]);
    const { project } = readProject(values.project);
    const { config } = await loadConfig({ folder: onDisk(project), env: process.env });
    const scope = { exposedSchemas: config.api.schemas };
    const findings = (
      await withProjectDatabase(readStoredDatabase(values.data, project), (database) =>
        advise(database, scope),
      )
    ).filter((finding) => isOfType(finding, type) && isAtLeast(finding, level));
    print(format === "json" ? asJson(findings) : formatReport(findings));
    if (failOn === "none") return;
    const count = findings.filter((finding) => isAtLeast(finding, failOn)).length;
    if (count === 0) return;
    process.stderr.write(
      `--fail-on ${failOn}: ${count} ${count === 1 ? "finding" : "findings"}.\n`,
    );
    process.exitCode = 1;
  },
});
