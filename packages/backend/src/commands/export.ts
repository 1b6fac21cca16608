import { defineCommand } from "./terminal/command.ts";
import { dataOption, projectOption, readProject, readStoredDatabase } from "./terminal/options.ts";
import { print } from "./terminal/print.ts";

export const exportCommand = defineCommand({
  name: "export",
  summary: "Write a project to one file for psql",
  options: {
    ...projectOption,
    ...dataOption,
    output: {
      type: "string",
      argument: "FILE",
      default: "portico-export.sql",
      help: "the file to write, or - for standard output (default: portico-export.sql)",
    },
  },
  async run({ values: { project: option, data, output } }) {
    const { project } = readProject(option);
    const { exportTo } = await import("../transfer/commands.ts");
    const script = await exportTo(readStoredDatabase(data, project), output);
    print(
      script ??
        `The project was written to ${output}. Keep it secret: it contains the project's secret and all password hashes.
Next: psql -X -d postgresql://… -f ${output}, and DATABASE_URL=postgresql://… portico start
`,
    );
  },
});
