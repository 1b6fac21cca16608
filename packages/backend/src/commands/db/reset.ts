import { UsageError } from "../../usage-error.ts";
import { listMigrations } from "../migration/files.ts";
import { appliedVersions } from "../migration/record.ts";
import { withProjectDatabase } from "../project-database/connect.ts";
import { rebuildDatabase } from "../project-database/rebuild.ts";
import { defineCommand } from "../terminal/command.ts";
import { yesOption } from "../terminal/confirm.ts";
import { dataOption, projectOption, readProject, readStoredDatabase } from "../terminal/options.ts";

export const dbResetCommand = defineCommand({
  name: "db reset",
  summary: "Delete all data, and apply the migrations and seeds to a new database",
  options: {
    ...projectOption,
    ...dataOption,
    version: { type: "string", argument: "VERSION", help: "stop after this migration" },
    last: { type: "string", argument: "N", help: "leave out the last N migrations" },
    "no-seed": { type: "boolean", help: "leave out the seeds" },
    ...yesOption,
  },
  async run({ values }) {
    if (values.version !== undefined && values.last !== undefined) {
      throw new UsageError("Use either --version or --last, not both.");
    }
    const { project } = readProject(values.project);
    const versions = (await listMigrations(project)).map(({ version }) => version);
    if (values.version !== undefined && !versions.includes(values.version)) {
      throw new UsageError(`supabase/migrations has no version ${values.version}.`);
    }
    const lastVersion =
      values.last === undefined ? values.version : versionBefore(versions, readCount(values.last));
    await rebuildDatabase({
      project,
      location: readStoredDatabase(values.data, project),
      lastVersion,
      appliesSeeds: !values["no-seed"],
      isConfirmed: values.yes,
    });
  },
});

export const migrationDownCommand = defineCommand({
  name: "migration down",
  summary: "Delete all data, and rebuild the database without the last migrations",
  options: {
    ...projectOption,
    ...dataOption,
    last: {
      type: "string",
      argument: "N",
      help: "how many of the applied migrations to leave out (default: 1)",
    },
    ...yesOption,
  },
  async run({ values }) {
    const { project } = readProject(values.project);
    const location = readStoredDatabase(values.data, project);
    const applied = await withProjectDatabase(location, appliedVersions);
    await rebuildDatabase({
      project,
      location,
      lastVersion: versionBefore(applied, readCount(values.last ?? "1")),
      appliesSeeds: true,
      isConfirmed: values.yes,
    });
  },
});

function readCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError(`--last must be a number from 1; got "${text}".`);
}

/** Returns the version before the last `count` versions. */
function versionBefore(versions: readonly string[], count: number): string {
  const version = versions[versions.length - count - 1];
  if (version !== undefined) return version;
  throw new UsageError(
    `--last must be smaller than the number of migrations, which is ${versions.length}. To start over: portico db reset`,
  );
}
