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

let count = 0;
/** Applies files as a server does when it starts. Each call is a separate project. */
const apply = (...files: readonly string[]) => {
  const firstNumber = count;
  count += files.length;
  const migrations = files.map((text, index) => ({
    version: String(firstNumber + index),
    name: "file",
    sql: text,
  }));
  return {
    version: String(firstNumber),
    start: () => applyProject(database, { migrations, seeds: [] }),
  };
};

const rowsOf = async (query: ReturnType<typeof sql>) => (await database.query(query)).rows;
const isRecorded = async (version: string) =>
  (await rowsOf(sql`select from supabase_migrations.schema_migrations where version = ${version}`))
    .length > 0;

test("a file that fails after its commit is rolled back, and fails again at the next start", async () => {
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

test("begin and commit enclose a block, and rollback undoes the block", async () => {
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
  const secondApply = apply(`
    begin; alter type mood add value 'fine'; commit;
    insert into moods values ('fine');`);
  await secondApply.start();
  expect(await rowsOf(sql`select mood from moods`)).toEqual([{ mood: "fine" }]);
  expect(await isRecorded(version)).toBe(true);
  expect(await isRecorded(secondApply.version)).toBe(true);
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

test("an error names the refused statement among many", async () => {
  const rows = Array.from({ length: 120 }, (_, id) => `insert into many values (${id});`);
  rows[99] = "insert into many values (1);";
  const { version, start } = apply(`create table many (id int primary key);\n${rows.join("\n")}`);
  await expect(start()).rejects.toThrow(
    `supabase/migrations/${version}_file.sql:101: duplicate key value violates unique constraint "many_pkey" (23505). Key (id)=(1) already exists.
  101 | insert into many values (1);`,
  );
});

test("the error for a missing table says whether a later file creates it", async () => {
  await expect(apply("select * from nowhere").start()).rejects.toThrow(
    /relation "nowhere" does not exist \(42P01\)\. No applied file of the project creates it/,
  );
  const { start } = apply("select * from public.soon", "create table if not exists soon (id int)");
  await expect(start()).rejects.toThrow(/_file\.sql creates it, but is applied later\./);
});

test("a long line is cut around its caret", async () => {
  const longLine = `select ${"1, ".repeat(200)}nothing`;
  const message = await apply(longLine)
    .start()
    .catch((error: Error) => error.message);
  const [, line = "", caret = ""] = String(message).split("\n");
  expect(line.length).toBeLessThan(140);
  expect(line.slice(caret.indexOf("^"))).toMatch(/^nothing/);
});

test("a constraint that is checked at the end is reported for its file", async () => {
  const { version, start } = apply(`
    create table pairs (id int primary key, other int references pairs deferrable initially deferred);
    insert into pairs values (1, 2);`);
  await expect(start()).rejects.toThrow(
    `supabase/migrations/${version}_file.sql: insert or update`,
  );
});

test("COPY data in psql's format is inserted, with a note about the Supabase CLI", async () => {
  const { version } = apply("");
  const notes: string[] = [];
  await applyProject(
    database,
    {
      migrations: [],
      seeds: [
        {
          path: `seed-${version}.sql`,
          sql: `create table copied (id int, text text);
copy copied (id, text) from stdin;
1\tone; 'two
2\t\\N
\\.
insert into copied values (3, 'three');`,
        },
      ],
    },
    { note: (message) => notes.push(message) },
  );
  expect(await rowsOf(sql`select id, text from copied order by id`)).toEqual([
    { id: 1, text: "one; 'two" },
    { id: 2, text: null },
    { id: 3, text: "three" },
  ]);
  expect(notes).toEqual([expect.stringMatching(/^seed-\d+\.sql:2: COPY … FROM stdin is/)]);
});

test("data in another form of COPY is refused with the remedy", async () => {
  const { start } = apply(
    "create table csv (id int);\ncopy csv from stdin (format csv);\n1\n\\.\n",
  );
  await expect(start()).rejects.toThrow(/_file\.sql:2: COPY … FROM stdin .* --inserts/);
});

test("`set local` in a block ends with the block", async () => {
  await apply(`
    create table who (name text);
    grant select on who to anon;
    begin;
    select set_config('role', 'anon', true);
    set local statement_timeout = '7s';
    set lock_timeout = '8s';
    select from who;
    end;
    insert into who select current_setting('statement_timeout') || ' ' || current_setting('lock_timeout');`).start();
  const [{ name } = {}] = await rowsOf(sql`select name from who`);
  expect(name).not.toMatch(/^7s/);
  expect(name).toMatch(/ 8s$/);
});

test("a role that a function sets until the end of its block ends with the block", async () => {
  await apply(`
    create function play_user() returns text language sql
      return set_config('request.jwt.claims', '{"sub":"1"}', true) || set_config('role', 'anon', true);
    create table played (name text);
    begin;
    select play_user();
    end;
    insert into played select current_user || current_setting('request.jwt.claims');
    begin;
    set role authenticated;
    end;
    select set_config('kept.role', current_user, false);
    reset role;
    insert into played select current_setting('kept.role');`).start();
  const [{ name: user } = {}] = await rowsOf(sql`select current_user as name`);
  expect(await rowsOf(sql`select name from played`)).toEqual([
    { name: user },
    { name: "authenticated" },
  ]);
});

test("statements that PostgreSQL refuses in a transaction run outside of it", async () => {
  const { version, start } = apply(
    `create table parted (id int primary key) partition by range (id);
     create table part_one partition of parted for values from (0) to (10);
     create table part_two partition of parted for values from (10) to (20);`,
    "alter table parted\n detach partition part_one concurrently;",
    "reindex (concurrently) index part_one_pkey; REINDEX (VERBOSE, CONCURRENTLY) TABLE part_one;",
    "reindex table concurrently part_one; reindex schema public;",
    "alter table part_one cluster on part_one_pkey; cluster;",
    "cluster parted using parted_pkey; reindex table parted;",
    "set search_path = ''; discard all; create table after_discard (id int); discard all;",
  );
  await start();
  for (let file = 0; file < 7; file++) expect(await isRecorded(String(+version + file))).toBe(true);
  expect(
    await rowsOf(sql`
      select relispartition as "isPart", to_regclass('public.after_discard')::text as table
      from pg_class where relname = 'part_one'`),
  ).toEqual([{ isPart: false, table: "after_discard" }]);
});

test("a file of `supabase db pull` may refer to objects of the hosted service's storage, and gets a note", async () => {
  const { version } = apply("");
  const notes: string[] = [];
  const lines = [
    'create schema "extensions";',
    'alter table "storage"."prefixes" enable row level security;',
    'grant select on table "storage"."prefixes" to "anon";',
    "create trigger prefixes_delete_hierarchy after delete on storage.prefixes for each row execute function storage.delete_prefix_hierarchy_trigger();",
    "CREATE TRIGGER objects_insert_create_prefix BEFORE INSERT ON storage.objects FOR EACH ROW EXECUTE FUNCTION storage.objects_insert_prefix_trigger();",
    "drop trigger objects_delete_delete_prefix on storage.objects;",
    "create trigger enforce_bucket_name_length_trigger before insert or update of name on storage.buckets for each row execute function storage.enforce_bucket_name_length();",
    "create trigger enforce_bucket_name_length_trigger before insert or update of name on storage.buckets for each row execute function storage.enforce_bucket_name_length();",
  ];
  await applyProject(
    database,
    {
      migrations: [
        { version, name: "pulled", sql: `${lines.join("\n")}\ncreate table pulled ();` },
      ],
      seeds: [],
    },
    { note: (message) => notes.push(message) },
  );
  expect(notes.length).toBeGreaterThanOrEqual(lines.length - 1);
  expect(notes[0]).toBe(
    `supabase/migrations/${version}_pulled.sql:1 was skipped, because it concerns an object that the platform manages itself: schema "extensions" already exists.`,
  );
  await expect(apply("alter table storage.absent add column x int").start()).rejects.toThrow();
  await expect(apply("create trigger x on storage.prefixes").start()).rejects.toThrow("syntax");
});

test("a server without plpgsql_check skips its creation in a dump", async () => {
  await apply(`
    create extension if not exists "plpgsql_check" with schema "extensions";
    comment on extension "plpgsql_check" is 'extended check for plpgsql functions';
    create table linted ();`).start();
  await expect(apply("create extension plpgsql_checks").start()).rejects.toThrow("not available");
});

test("a file that empties the search path, as dumps do, does not change it for the next file", async () => {
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
  const [first, ...others] = (row?.["texts"] ?? []) as string[];
  expect({ length: first?.length, others }).toEqual({ length: 12e6, others: ['a "b" \\ c', null] });
});
