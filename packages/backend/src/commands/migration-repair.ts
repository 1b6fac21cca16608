import type { Migration } from "../config/files/migrations.ts";
import { statementsOf } from "../database/migrations/statements.ts";
import type { Connection } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { UsageError } from "../usage-error.ts";
import { defineCommand } from "./command.ts";
import { migrationsOf } from "./migration-files.ts";
import {
  dataOption,
  projectOption,
  readProject,
  readStoredDatabase,
  type StoredDatabase,
} from "./options.ts";
import { print } from "./print.ts";
import { withProjectDatabase } from "./project-database.ts";

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
    const files = await migrationsOf(project);
    const found = parameters.map((version) => {
      const file = files.find((migration) => migration.version === version);
      if (file || status === "reverted") return { version, file };
      throw new UsageError(`supabase/migrations has no migration with the version ${version}.`);
    });
    await withProjectDatabase(readStoredDatabase(values.data, project), (database) =>
      database.transaction(async (connection) => {
        for (const { version, file } of found) {
          await record(connection, version, status === "applied" ? file : undefined);
        }
      }),
    );
    for (const { version } of found) print(`${version} is recorded as ${status}.\n`);
  },
});

/** Records a file of `supabase/migrations`, which a database has by other means, as applied. */
export async function recordApplied(
  project: string,
  location: StoredDatabase,
  path: string,
): Promise<void> {
  const migration = (await migrationsOf(project)).find(({ file }) => path.endsWith(`/${file}`));
  if (!migration) throw new Error(`${path} is not a migration.`);
  await withProjectDatabase(location, (database) =>
    database.transaction((connection) => record(connection, migration.version, migration)),
  );
}

/** Records a version with its file, or removes its record. */
export async function record(
  connection: Connection,
  version: string,
  file: Migration | undefined,
): Promise<void> {
  await connection.query(
    sql`delete from supabase_migrations.schema_migrations where version = ${version}`,
  );
  if (!file) return;
  const statements = statementsOf(file.sql).map(({ text }) => text);
  await connection.query(sql`
    insert into supabase_migrations.schema_migrations (version, name, statements)
    values (${version}, ${file.name}, ${statements})`);
}
