import { expect, test } from "vitest";
import { projectFolder } from "../../test/project-folder.ts";
import { onDisk } from "../config/disk.ts";
import { loadConfig } from "../config/load.ts";
import { readSchemaFiles } from "./declared-schema.ts";

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
