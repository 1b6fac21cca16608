import { UsageError } from "../usage-error.ts";
import { defineCommand } from "./terminal/command.ts";
import { dataOption, projectOption, readProject, readStoredDatabase } from "./terminal/options.ts";
import { print } from "./terminal/print.ts";

export const importCommand = defineCommand({
  name: "import",
  parameters: "FILE…|URL",
  summary: "Import a project from such a file, a dump, or another database",
  options: { ...projectOption, ...dataOption },
  async run({ values: { project: option, data }, parameters }) {
    if (parameters.length === 0) throw new UsageError("portico import needs a file or a URL.");
    const { project } = readProject(option);
    const { importFrom } = await import("../transfer/commands.ts");
    const messages = await importFrom(parameters, readStoredDatabase(data, project));
    for (const message of messages) print(`Note: ${message}\n`);
    print("The project was imported. Next: portico start\n");
  },
});
