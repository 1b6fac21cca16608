import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "../../../test/database.ts";
import type { Database } from "../port.ts";
import { sql } from "../sql.ts";
import { applyProject } from "./project.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

let count = 0;
/** Applies files, as a start does; each call is a project of its own. */
const apply = (...files: readonly string[]) => {
  const first = count;
  count += files.length;
  const migrations = files.map((text, index) => ({
    version: String(first + index),
    name: "file",
    sql: text,
  }));
  return { version: String(first), start: () => applyProject(database, { migrations, seeds: [] }) };
};

const rowsOf = async (query: ReturnType<typeof sql>) => (await database.query(query)).rows;
const isRecorded = async (version: string) =>
  (await rowsOf(sql`select from supabase_migrations.schema_migrations where version = ${version}`))
    .length > 0;

test("a file that fails after its commit is undone, and fails at the next start too", async () => {
  const { version, start } = apply(
    "begin;\ncreate table lost (id int);\ncommit;\ninsert into lost values ('x');",
  );
  for (let starts = 0; starts < 2; starts++) {
    await expect(start()).rejects.toThrow(
      `supabase/migrations/${version}_file.sql:4: invalid input syntax for type integer: "x" (22P02).
  4 | insert into lost values ('x');
                               ^`,
    );
    expect(await isRecorded(version)).toBe(false);
  }
  expect(await rowsOf(sql`select to_regclass('lost') as lost`)).toEqual([{ lost: null }]);
});

test("begin and commit frame a block, and rollback undoes one", async () => {
  const { version, start } = apply(`
    begin transaction; create table kept (id int); commit;
    start transaction; create table undone (id int); rollback;
    commit; insert into kept values (1);`);
  expect(await start()).toEqual([`${version}_file.sql`]);
  expect(await rowsOf(sql`select id, to_regclass('undone') as undone from kept`)).toEqual([
    { id: 1, undone: null },
  ]);
  expect(await start()).toEqual([]);
});

test("a new value of an enumeration is usable after the commit that it needs", async () => {
  const { version, start } = apply(`
    create type mood as enum ('good');
    create table moods (mood mood);`);
  await start();
  const next = apply(`
    begin; alter type mood add value 'fine'; commit;
    insert into moods values ('fine');`);
  await next.start();
  expect(await rowsOf(sql`select mood from moods`)).toEqual([{ mood: "fine" }]);
  expect(await isRecorded(version)).toBe(true);
  expect(await isRecorded(next.version)).toBe(true);
});

test("an index is created concurrently, and the file is recorded", async () => {
  await apply("create table indexed (id int, name text)").start();
  const { version, start } = apply(`
    create index concurrently if not exists by_id on indexed (id);
    CREATE UNIQUE INDEX CONCURRENTLY by_name on indexed (name);
    comment on table indexed is 'found';`);
  await start();
  expect(await isRecorded(version)).toBe(true);
  expect(
    await rowsOf(sql`select indexname from pg_indexes where tablename = 'indexed' order by 1`),
  ).toEqual([{ indexname: "by_id" }, { indexname: "by_name" }]);
});

test("the refused one of many statements is named", async () => {
  const rows = Array.from({ length: 120 }, (_, id) => `insert into many values (${id});`);
  rows[99] = "insert into many values (1);";
  const { version, start } = apply(`create table many (id int primary key);\n${rows.join("\n")}`);
  await expect(start()).rejects.toThrow(
    `supabase/migrations/${version}_file.sql:101: duplicate key value violates unique constraint "many_pkey" (23505). Key (id)=(1) already exists.
  101 | insert into many values (1);`,
  );
});

test("a table that no file makes is told from one that comes later", async () => {
  await expect(apply("select * from nowhere").start()).rejects.toThrow(
    /relation "nowhere" does not exist \(42P01\)\. No file of the project makes it/,
  );
  const { start } = apply("select * from public.soon", "create table if not exists soon (id int)");
  await expect(start()).rejects.toThrow(/_file\.sql makes it, and comes later\./);
});

test("a long line is cut around its caret", async () => {
  const far = `select ${"1, ".repeat(200)}nothing`;
  const message = await apply(far)
    .start()
    .catch((error: Error) => error.message);
  const [, line = "", caret = ""] = String(message).split("\n");
  expect(line.length).toBeLessThan(140);
  expect(line.slice(caret.indexOf("^"))).toMatch(/^nothing/);
});

test("a constraint that is checked at the end is the file's fault", async () => {
  const { version, start } = apply(`
    create table pairs (id int primary key, other int references pairs deferrable initially deferred);
    insert into pairs values (1, 2);`);
  await expect(start()).rejects.toThrow(
    `supabase/migrations/${version}_file.sql: insert or update`,
  );
});

test("data in psql's own form is refused with the remedy", async () => {
  const { start } = apply("create table copied (id int);\ncopy copied from stdin;\n1\n\\.\n");
  await expect(start()).rejects.toThrow(/_file\.sql:2: COPY … FROM stdin .* --inserts/);
});

test("a file that empties the search path, as dumps do, leaves it to the next as it was", async () => {
  await apply(
    "\\restrict x\nselect pg_catalog.set_config('search_path', '', false);\ncreate table public.dumped (id int);\n\\unrestrict x",
    "insert into dumped values (1)",
  ).start();
  expect(await rowsOf(sql`select id from dumped`)).toEqual([{ id: 1 }]);
});

test("a seed with a literal of twelve megabytes is applied, and read again in an array", async () => {
  await apply(
    `create table long (texts text[]); insert into long values (array['${"x".repeat(12e6)}', 'a "b" \\ c', null]);`,
  ).start();
  const [row] = await rowsOf(sql`select texts from long`);
  const [first, ...others] = row?.["texts"] as string[];
  expect({ length: first?.length, others }).toEqual({ length: 12e6, others: ['a "b" \\ c', null] });
});
