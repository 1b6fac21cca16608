import { UsageError } from "../../usage-error.ts";
import { withProjectDatabase } from "../project-database/connect.ts";
import { defineCommand } from "../terminal/command.ts";
import { dataOption, projectOption, readProject, readStoredDatabase } from "../terminal/options.ts";
import { printMessage } from "../terminal/print.ts";
import { listMigrations } from "./files.ts";
import { recordMigration } from "./record.ts";

export const migrationRepairCommand = defineCommand({
  name: "migration repair",
  parameters: "VERSION…",
  summary: "Record migrations as applied or as reverted, without running them",
  options: {
    ...projectOption,
    ...dataOption,
    status: { type: "string", argument: "STATUS", help: "applied or reverted" },
  },
  async run({ values, parameters }) {
    const { status } = values;
    if (status !== "applied" && status !== "reverted") {
      throw new UsageError("portico migration repair needs --status applied or --status reverted.");
    }
    if (parameters.length === 0) throw new UsageError("portico migration repair needs a version.");
    const { project } = readProject(values.project);
    const files = await listMigrations(project);
    const migrations = parameters.map((version) => {
      const file = files.find((migration) => migration.version === version);
      if (file || status === "reverted") return { version, file };
      throw new UsageError(`supabase/migrations has no migration with the version ${version}.`);
    });
    await withProjectDatabase(readStoredDatabase(values.data, project), (database) =>
      database.transaction(async (connection) => {
        for (const { version, file } of migrations) {
          await recordMigration(connection, version, status === "applied" ? file : undefined);
        }
      }),
    );
    for (const { version } of migrations) printMessage(`${version} is recorded as ${status}.\n`);
  },
});
