import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../port.ts";
import { sql } from "../sql.ts";
import { applyProject } from "./apply-project.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const secrets = async () => {
  const { rows } = await database.query<{ name: string; secret: string; updated: Date }>(sql`
    select name, decrypted_secret as secret, updated_at as updated
    from vault.decrypted_secrets order by name`);
  return rows;
};

const valuesOf = (rows: Awaited<ReturnType<typeof secrets>>) =>
  Object.fromEntries(rows.map(({ name, secret }) => [name, secret]));

test("the secrets of [db.vault] are in Vault before the first migration, and follow the configuration", async () => {
  const migration = {
    version: "1",
    name: "reads",
    sql: `create table read_by_migration as
      select decrypted_secret from vault.decrypted_secrets where name = 'one'`,
  };
  const project = { migrations: [migration], seeds: [] };
  await applyProject(database, {
    ...project,
    vault: { one: "1", two: "it's \\2", absent: undefined },
  });
  const firstSecrets = await secrets();
  expect(valuesOf(firstSecrets)).toEqual({ one: "1", two: "it's \\2" });
  const { rows } = await database.query(sql`select * from read_by_migration`);
  expect(rows).toEqual([{ decrypted_secret: "1" }]);

  await applyProject(database, { ...project, vault: { one: "changed", three: "3" } });
  const secondSecrets = await secrets();
  expect(valuesOf(secondSecrets)).toEqual({ one: "changed", two: "it's \\2", three: "3" });

  await applyProject(database, { ...project, vault: { one: "changed", three: "3" } });
  expect(await secrets()).toEqual(secondSecrets);
});

test("a database that refuses the secrets ends the start with the reason, and without the secret", async () => {
  await database.query(
    sql`alter function vault.create_secret(text, text, text, uuid) rename to gone`,
  );
  try {
    const starting = applyProject(database, { migrations: [], seeds: [], vault: { four: "hush" } });
    await expect(starting).rejects.toThrow(
      /^The secrets of \[db\.vault\] cannot be written to Vault: /,
    );
    await expect(starting).rejects.not.toThrow("hush");
  } finally {
    await database.query(
      sql`alter function vault.gone(text, text, text, uuid) rename to create_secret`,
    );
  }
});
