import { fstatSync } from "node:fs";
import { text } from "node:stream/consumers";
import { writeMigration } from "../../config/files/new-migration.ts";
import { UsageError } from "../../usage-error.ts";
import { defineCommand } from "../terminal/command.ts";
import { projectOption, readProject } from "../terminal/options.ts";
import { printMessage } from "../terminal/print.ts";

export const migrationNewCommand = defineCommand({
  name: "migration new",
  parameters: "NAME",
  summary: "Create a migration, with the SQL of standard input if it is a pipe or a file",
  options: projectOption,
  async run({ values, parameters: [name, ...otherParameters] }) {
    if (name === undefined || otherParameters.length > 0) {
      throw new UsageError("portico migration new needs one name, such as create_notes.");
    }
    const file = await writeMigration(
      readProject(values.project).project,
      name,
      isPiped() ? await text(process.stdin) : "",
    );
    printMessage(`Created ${file}.\n`);
  },
});

/** Returns whether standard input is a pipe or a file, and not a terminal or `/dev/null`. */
function isPiped(): boolean {
  try {
    const stats = fstatSync(0);
    return stats.isFIFO() || stats.isFile() || stats.isSocket();
  } catch {
    return false;
  }
}
