import { expect, test } from "vitest";
import { projectFolder } from "../../../test/project-folder.ts";
import { onDisk } from "../disk.ts";
import { readMigrations } from "./migrations.ts";
import { writeMigration } from "./new-migration.ts";

test("migrations written within the same second have different versions in the order of writing", async () => {
  const project = await projectFolder({});
  for (const name of ["one", "two", "three"]) await writeMigration(project, name, "");
  const { migrations } = await readMigrations(onDisk(project));
  expect(migrations.map(({ name }) => name)).toEqual(["one", "two", "three"]);
  expect(new Set(migrations.map(({ version }) => version)).size).toBe(3);
});
