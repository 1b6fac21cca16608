import { expect, test } from "vitest";
import { openPrepared } from "../database/pglite/new-database.ts";
import { compareSchemas, type SchemaChange } from "./diff.ts";
import { withUrl } from "./folder-database.ts";

/** Compares two schemas, applies the change, and returns it with the remaining differences. */
async function applyDiff(
  current: string,
  desired: string,
): Promise<SchemaChange & { remaining: readonly string[] }> {
  const currentDatabase = await openPrepared();
  const desiredDatabase = await openPrepared();
  try {
    await currentDatabase.script(current);
    await desiredDatabase.script(desired);
    return await withUrl(currentDatabase, (fromUrl) =>
      withUrl(desiredDatabase, async (toUrl) => {
        const change = await compareSchemas(fromUrl, toUrl);
        for (const script of change.scripts) await currentDatabase.script(script);
        return { ...change, remaining: (await compareSchemas(fromUrl, toUrl)).scripts };
      }),
    );
  } finally {
    await currentDatabase.close();
    await desiredDatabase.close();
  }
}

test("a diff revokes the default privileges that the desired objects do not have", async () => {
  const { remaining, scripts, destructive } = await applyDiff(
    "select",
    `create function secret(n int, t text default 'x') returns int language sql as 'select 1';
    create function secret(n int) returns int language sql as 'select 2';
    revoke execute on function secret(int, text) from anon, authenticated, public;
    create procedure run_jobs() language sql as 'select 1';
    revoke execute on procedure run_jobs() from anon, public;
    create table "Se""cret" (id int); revoke all on "Se""cret" from anon, authenticated;
    create view shown as select 1 as id; revoke all on shown from anon;
    create sequence counter; revoke all on counter from anon;`,
  );
  expect(remaining).toEqual([]);
  expect(destructive).toEqual([]);
  expect(scripts.join()).toContain(
    'REVOKE ALL ON FUNCTION "public"."secret"(integer, text) FROM "anon"',
  );
}, 120_000);

test("revoking a grant does not count as destructive", async () => {
  const table = "create table notes (id int);";
  const { remaining, scripts, destructive } = await applyDiff(
    table,
    `${table} revoke all on notes from anon;`,
  );
  expect(scripts.join()).toContain('REVOKE ALL ON TABLE "public"."notes" FROM "anon"');
  expect(destructive).toEqual([]);
  expect(remaining).toEqual([]);
}, 120_000);

test("disabling row-level security counts as destructive, and creating a table does not", async () => {
  const current = await openPrepared();
  const desired = await openPrepared();
  try {
    await current.script(`
      create table notes (id int); alter table notes enable row level security;`);
    await desired.script("create table notes (id int); create table tags (id int);");
    const { destructive, scripts } = await withUrl(current, (currentUrl) =>
      withUrl(desired, (desiredUrl) => compareSchemas(currentUrl, desiredUrl)),
    );
    expect(destructive).toEqual([expect.stringContaining("DISABLE ROW LEVEL SECURITY")]);
    expect(scripts.join()).toContain('CREATE TABLE "public"."tags"');
  } finally {
    await current.close();
    await desired.close();
  }
}, 120_000);
