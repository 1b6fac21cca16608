import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "../../test/databases/test-database.ts";
import { projectFolder } from "../../test/project-folder.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { formatFile, formatSummary } from "./report.ts";
import { findTests, hasPassed, runTests } from "./run-tests.ts";

let database: Database;
let hasPgtap: boolean;
beforeAll(async () => {
  database = await openTestDatabase();
  const { rows } = await database.query(
    sql`select from pg_available_extensions where name = 'pgtap'`,
  );
  hasPgtap = rows.length > 0;
  await database.script(`
    create table public.notes (id int primary key, owner uuid, is_public boolean default false);
    alter table public.notes enable row level security;
    create policy "Own rows" on public.notes to authenticated using ((select auth.uid()) = owner);
    create policy "Public rows" on public.notes for select to anon using (is_public);
    create policy "Of the server" on public.notes to service_role using (true);
    create policy "Deleted by nobody" on public.notes as restrictive for delete using (false);`);
});
afterAll(() => database.close());

/** Runs files with pgTAP, and returns the results and the output. */
async function runFiles(files: Readonly<Record<string, string>>) {
  const folder = await projectFolder(files);
  const lines: string[] = [];
  const paths = await findTests([join(folder, "tests")]);
  const results = await runTests(database, database.engine, paths, (result) => {
    lines.push(formatFile(result));
  });
  const text = [...lines, formatSummary(results)].join("");
  return { results, text: text.replaceAll(/\S*\/tests\//g, "tests/") };
}

const alice = "00000000-0000-4000-8000-000000000001";

test("each test file runs on its own, and its changes are rolled back", async ({ skip }) => {
  skip(!hasPgtap);
  const { results, text } = await runFiles({
    "tests/a.sql": `
      \\set ON_ERROR_STOP 1
      begin;
      create extension if not exists pgtap with schema extensions;
      select plan(3);
      prepare everything as select 1;
      select results_eq('everything', array[1], 'it is prepared');
      \\ir ../shared.sql
      \\echo it's written for psql
      select throws_ok('insert into notes values (2)', '42501', null, 'a visitor writes nothing');
      reset role;
      select has_table('notes');
      select * from finish();
      rollback;`,
    "shared.sql": `
      insert into notes values (1, '${alice}');
      set local role anon;`,
    "tests/deep/b.pg": `
      select plan(2);
      prepare everything as select 2;
      select is((select count(*)::int from notes), 0, 'the other file is undone');
      insert into notes values (1, '${alice}');
      select set_config('request.jwt.claims', '{"sub":"${alice}"}', true);
      set local role authenticated;
      select is((select count(*)::int from notes), 1, 'Alice sees her row');
      select * from finish();`,
    "tests/notes.txt": "not a test",
  });
  expect(text).toBe(`tests/a.sql .. ok
tests/deep/b.pg .. ok
All tests successful.
Files=2, Tests=5
Result: PASS
Policies: 1 of 3 were evaluated for at least one row. Not evaluated:
  "Deleted by nobody" on public.notes
  "Public rows" on public.notes
`);
  expect(results.files.every(hasPassed)).toBe(true);
  const { rows } = await database.query(sql`
    select (select count(*)::int from public.notes) as notes,
      (select count(*)::int from pg_extension where extname = 'pgtap') as extensions,
      (select count(*)::int from pg_policy where pg_get_expr(polqual, polrelid) ~ 'nextval') as watched`);
  expect(rows).toEqual([{ notes: 0, extensions: 0, watched: 0 }]);
});

test("later files see what a file has committed, and everything is rolled back after the last file", async ({
  skip,
}) => {
  skip(!hasPgtap);
  const { text } = await runFiles({
    "tests/000-setup.sql": `
      create schema tests;
      begin;
      create function tests.owner() returns uuid language sql as $$ select '${alice}'::uuid $$;
      commit;
      grant usage on schema tests to authenticated;
      select plan(1);
      select pass('the helpers exist');
      select * from finish();
      begin;
      drop schema tests cascade;
      set role authenticated;`,
    "tests/001-uses.sql": `
      begin;
      select plan(2);
      select is(current_user, 'postgres', 'a role does not outlive its file');
      select is(tests.owner(), '${alice}'::uuid);
      select * from finish();
      rollback;`,
    "tests/002-fails.sql": `
      insert into notes values (7, '${alice}');
      begin;
      insert into notes values (8, '${alice}');
      select absent();`,
    "tests/003-after.sql": `
      select plan(1);
      select results_eq('select id from notes', array[7], 'only the open block is undone');
      select * from finish();`,
  });
  expect(text).toContain("tests/000-setup.sql .. ok\ntests/001-uses.sql .. ok\n");
  expect(text).toContain("tests/003-after.sql .. ok\n");
  const { rows } = await database.query(sql`
    select to_regnamespace('tests') as helpers, (select count(*)::int from notes) as notes`);
  expect(rows).toEqual([{ helpers: null, notes: 0 }]);
});

test("a rollback with a comment undoes the file's block, and not the transaction of the run", async ({
  skip,
}) => {
  skip(!hasPgtap);
  await runFiles({
    "tests/a.sql": `
      begin; select plan(1); select pass(); select * from finish(); rollback /* to the start */ work;
      create table public.left_behind (id int);`,
  });
  const { rows } = await database.query(sql`select to_regclass('public.left_behind') as found`);
  expect(rows).toEqual([{ found: null }]);
});

test("a policy counts as evaluated even if the write that it refuses is rolled back", async ({
  skip,
}) => {
  skip(!hasPgtap);
  const { results } = await runFiles({
    "tests/refused.sql": `
      select plan(1);
      select set_config('request.jwt.claims', '{"sub":"${alice}"}', true);
      set local role authenticated;
      select throws_ok('insert into notes values (1, null)', '42501');
      select * from finish();`,
  });
  expect(results.policies.notEvaluated.map(({ name }) => name)).toEqual([
    "Deleted by nobody",
    "Public rows",
  ]);
});

test("failed tests, failed statements and wrong plans are reported in the format of pg_prove", async ({
  skip,
}) => {
  skip(!hasPgtap);
  const { results, text } = await runFiles({
    "tests/1.sql": `
      select plan(3);
      select ok(true, 'right');
      select is(1, 2, 'equal');
      select todo('later', 1);
      select ok(false, 'not yet');
      select * from finish();`,
    "tests/2.sql": "select plan(2);\nselect ok(true);\nselect ok(absent);\n",
    "tests/3.sql": "select plan(2);\nselect ok(true);\nselect * from finish();\n",
    "tests/4.sql":
      "create extension pgtap;\nselect plan(0 + 1);\nselect ok(true, 'still run');\nselect * from finish();\n",
    "tests/5.sql": "select 1;\n",
  });
  expect(results.files.map(hasPassed)).toEqual([false, false, false, true, false]);
  expect(text).toContain('# Failed test 2: "equal"\n#         have: 1\n#         want: 2\n');
  expect(text).toContain("tests/1.sql ..\nFailed 1/3 subtests\n");
  expect(text).toContain(
    'tests/2.sql:3: column "absent" does not exist (42703).\n  3 | select ok(absent);\n                ^',
  );
  expect(text).toContain("tests/3.sql ..\nPlanned 2 tests, but ran 1.\n");
  expect(text).toContain(
    "tests/5.sql ..\nNo plan found: call plan(…) or no_plan(), and finish().\n",
  );
  expect(text).toContain(`Test Summary Report
-------------------
tests/1.sql (Tests: 3 Failed: 1)
  Failed test:  2
`);
  expect(text).toContain("Files=5, Tests=6\nResult: FAIL\n");
});

test("runTests throws if an included file does not exist", async ({ skip }) => {
  skip(!hasPgtap);
  await expect(runFiles({ "tests/a.sql": "\\ir absent.sql\n" })).rejects.toThrow(
    "absent.sql cannot be read: ENOENT",
  );
});

test("findTests throws if the folder has no test files", async () => {
  const folder = await projectFolder({});
  await expect(findTests([join(folder, "tests")])).rejects.toThrow(
    `There are no tests (*.sql or *.pg) in ${folder}/tests.`,
  );
});
