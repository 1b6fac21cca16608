import { hasDatabase } from "../../database/pglite/pglite.ts";
import { withProjectDatabase } from "../project-database/connect.ts";
import { defineCommand } from "../terminal/command.ts";
import {
  dataOption,
  projectOption,
  readChoice,
  readProject,
  readStoredDatabase,
} from "../terminal/options.ts";
import { asJson, asTable, outputOption } from "../terminal/output.ts";
import { print } from "../terminal/print.ts";
import { formatVersion, listMigrations } from "./files.ts";
import { appliedVersions } from "./record.ts";

export const migrationListCommand = defineCommand({
  name: "migration list",
  summary: "Compare the migrations in the folder with those in the database",
  options: { ...projectOption, ...dataOption, ...outputOption },
  async run({ values }) {
    const format = readChoice("output", values.output, ["text", "json"]);
    const { project } = readProject(values.project);
    const files = new Map((await listMigrations(project)).map((file) => [file.version, file]));
    const location = readStoredDatabase(values.data, project);
    const isNew = "directory" in location && !hasDatabase(location.directory);
    const applied = new Set(isNew ? [] : await withProjectDatabase(location, appliedVersions));
    const versions = [...new Set([...files.keys(), ...applied])].sort();
    const migrations = versions.map((version) => ({
      version,
      name: files.get(version)?.name ?? null,
      isInFolder: files.has(version),
      isApplied: applied.has(version),
    }));
    if (format === "json") return print(asJson(migrations));
    const rows = migrations.map(({ version, name, isInFolder, isApplied }) => [
      isInFolder ? version : "",
      isApplied ? version : "",
      formatVersion(version),
      name ?? "",
    ]);
    print(asTable([["FOLDER", "DATABASE", "TIME (UTC)", "NAME"], ...rows]));
  },
});
