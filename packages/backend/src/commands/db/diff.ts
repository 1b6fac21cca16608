import type { Migration } from "../../config/files/migrations.ts";
import { writeMigration } from "../../config/files/new-migration.ts";
import { UsageError } from "../../usage-error.ts";
import { recordApplied } from "../migration/record.ts";
import { withDatabaseUrl } from "../project-database/database-url.ts";
import { defineCommand } from "../terminal/command.ts";
import {
  dataOption,
  projectOption,
  readProject,
  readStoredDatabase,
  type StoredDatabase,
} from "../terminal/options.ts";
import { print } from "../terminal/print.ts";

export const dbDiffCommand = defineCommand({
  name: "db diff",
  summary: "Print the SQL that the migrations lack to make the database's schema",
  options: {
    ...projectOption,
    ...dataOption,
    file: {
      type: "string",
      short: "f",
      argument: "NAME",
      help: "write a migration of this name, and record it as applied",
    },
  },
  async run({ values }) {
    const { project } = readProject(values.project);
    const location = readStoredDatabase(values.data, project);
    const recordMigration = (migration: Migration) => recordApplied(location, migration);
    for (const file of await compare(project, location, values.file, recordMigration)) {
      print(`Created ${file}, and recorded it as applied.\n`);
    }
  },
});

export const dbPullCommand = defineCommand({
  name: "db pull",
  parameters: "[NAME]",
  summary: "Write a migration with what another database has and the migrations lack",
  options: {
    ...projectOption,
    "db-url": {
      type: "string",
      argument: "URL",
      help: "the other database, such as a hosted project's",
    },
  },
  async run({ values, parameters: [name = "remote_schema", ...otherParameters] }) {
    const url = values["db-url"];
    if (url === undefined) throw new UsageError("portico db pull needs --db-url URL.");
    if (otherParameters.length > 0) throw new UsageError("portico db pull needs one name.");
    const { project } = readProject(values.project);
    for (const file of await compare(project, { url }, name)) print(`Created ${file}.\n`);
  },
});

/**
 * Prints the difference between a folder's migrations and a database, or writes it as migrations.
 *
 * @returns the paths of the migrations
 */
async function compare(
  project: string,
  location: StoredDatabase,
  name: string | undefined,
  prepare?: (migration: Migration) => Promise<void>,
): Promise<readonly string[]> {
  const [{ compareSchemas }, { withFolderDatabase }] = await Promise.all([
    import("../../schema-diff/diff.ts"),
    import("../../schema-diff/folder-database.ts"),
  ]);
  const { scripts, destructive } = await withDatabaseUrl(location, (desired) =>
    withFolderDatabase(project, (current) => compareSchemas(current, desired)),
  );
  const warnings = destructive.map(
    (sql) =>
      `-- This deletes data or objects, or turns row-level security off: ${firstLine(sql)}\n`,
  );
  if (name === undefined) {
    print([...warnings, ...scripts].join("\n"));
    return [];
  }
  print(
    scripts.length === 0
      ? "The migrations already contain the complete schema of the database.\n"
      : warnings.join(""),
  );
  const files: string[] = [];
  for (const [index, script] of scripts.entries()) {
    const suffix = scripts.length === 1 ? name : `${name}_${index + 1}`;
    files.push(await writeMigration(project, suffix, script, prepare));
  }
  return files;
}

const firstLine = (sql: string) => sql.split("\n", 1)[0];
