import { expect, test } from "vitest";
import { projectFolder } from "../../test/project-folder.ts";
import { onDisk } from "../config/disk.ts";
import { loadConfig } from "../config/load.ts";
import { openPrepared } from "../database/pglite/new-database.ts";
import { applySchemaFiles, readSchemaFiles } from "./declared-schema.ts";

test.each([
  ["", ["supabase/schemas/a.sql"]],
  ['db.migrations.schema_paths = ["./other/*.sql"]', ["supabase/other/c.sql"]],
  ["experimental.pgdelta.enabled = true", ["supabase/database/public/d.sql"]],
  [
    'experimental.pgdelta = { enabled = true, declarative_schema_path = "./other" }',
    ["supabase/other/c.sql"],
  ],
  [
    'experimental.pgdelta = { enabled = true, declarative_schema_path = "./none" }',
    ["supabase/schemas/a.sql"],
  ],
])("with the settings %j, the schema files are %j", async (toml, expected) => {
  const project = await projectFolder({
    "supabase/config.toml": toml,
    "supabase/schemas/a.sql": "",
    "supabase/other/c.sql": "",
    "supabase/database/public/d.sql": "",
  });
  const { config } = await loadConfig({ folder: onDisk(project), env: {} });
  const files = await readSchemaFiles(project, config);
  expect(files.map(({ path }) => path)).toEqual(expected);
});

test("a schema file may use objects that later files declare", async () => {
  const database = await openPrepared();
  const files = (...texts: string[]) =>
    texts.map((text, index) => ({ path: `${index}.sql`, sql: text }));
  const view = "create view open_tasks as select id from tasks where state = 'open';";
  const table = "create table tasks (id int primary key, state task_state not null);";
  const type = "create type task_state as enum ('open', 'done');";
  try {
    const { applied } = await applySchemaFiles(database, files(view, table, type), false);
    expect(applied.join()).toContain("open_tasks");
    await expect(applySchemaFiles(database, files(view, table), false)).rejects.toThrow(
      '0.sql:1: relation "tasks" does not exist (42P01)',
    );
  } finally {
    await database.close();
  }
});
