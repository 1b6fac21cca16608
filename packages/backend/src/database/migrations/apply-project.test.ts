import { expect, test } from "vitest";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import { sql } from "../sql.ts";
import { applyProject } from "./apply-project.ts";

test("the API's roles may use what a migration creates, unless the project requires grants", async () => {
  const database = await openTestDatabase();
  const createMigration = (version: string) => ({
    version,
    name: "make",
    sql: `create table made_${version} (id int)`,
  });
  const migrations: ReturnType<typeof createMigration>[] = [];
  const reachable = async (exposesNewTables: boolean | undefined) => {
    const version = String(migrations.length + 1);
    migrations.push(createMigration(version));
    await applyProject(database, { migrations, seeds: [], exposesNewTables });
    const { rows } = await database.query(sql`
      select role from unnest(array['anon', 'authenticated', 'service_role']) as role
      where has_table_privilege(role, ${`made_${version}`}, 'select')`);
    return rows.map(({ role }) => role);
  };
  try {
    const everybody = ["anon", "authenticated", "service_role"];
    expect(await reachable(undefined)).toEqual(everybody);
    expect(await reachable(false)).toEqual([]);
    expect(await reachable(undefined)).toEqual([]);
    expect(await reachable(true)).toEqual(everybody);
  } finally {
    await database.close();
  }
});
