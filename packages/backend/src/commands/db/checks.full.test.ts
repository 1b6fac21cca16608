import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { portico } from "../../../test/processes/portico-command.ts";
import { projectFolder, temporaryFolder } from "../../../test/project-folder.ts";

// Tests the commands with the embedded database, or with the server that DATABASE_URL names.

const migration = `
  create table notes (id int primary key, owner uuid);
  alter table notes enable row level security;
  create policy "Own" on notes using (auth.uid() = owner);
  create table open (id int);
  create function broken() returns int language sql set search_path = '' as 'select id from public.open';
  alter table open rename column id to number;`;

const files = {
  "supabase/config.toml": 'project_id = "checks"\n[api]\nschemas = ["public"]\n',
  "supabase/migrations/1_notes.sql": migration,
  "supabase/tests/database/notes.test.sql": `
    begin;
    create extension if not exists pgtap with schema extensions;
    select plan(1);
    insert into notes values (1, null);
    set local role anon;
    select is_empty('select * from notes', 'visitors see no notes');
    select * from finish();
    rollback;`,
};

/** Runs a command in a project folder, and returns its code and output. */
const run = (...args: string[]) => portico([...args, "--project", project]).ended;

let project: string;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ path: project, remove } = await temporaryFolder(files));
  expect(await run("migration", "up")).toMatchObject({ code: 0 });
});
afterAll(() => remove());

async function startServer() {
  const command = portico(["start", "--project", project, "--port", "0", "--db-port", "0"]);
  onTestFinished(async () => {
    command.process.kill("SIGKILL");
    await command.ended;
  });
  await command.origin;
}

const json = async (...args: string[]) => {
  const { output } = await run(...args, "-o", "json");
  return JSON.parse(output.slice(0, output.lastIndexOf("]") + 1));
};

test("db advisors prints findings of a level and type, and fails on request", async () => {
  const text = await run("db", "advisors");
  expect(text).toMatchObject({ code: 0 });
  expect(text.output).toContain("alter table public.open enable row level security;");
  expect(text.output).toContain("using ((select auth.uid()) = owner);");
  expect(text.output).not.toContain("Suggestions");
  const names = async (...args: string[]) =>
    (await json("db", "advisors", ...args)).map(({ name }: { name: string }) => name);
  expect(await names()).toEqual(["rls_disabled_in_public", "auth_rls_initplan"]);
  expect(await names("--type", "performance", "--level", "info")).toEqual([
    "auth_rls_initplan",
    "unindexed_policy_columns",
    "no_primary_key",
  ]);
  expect(await run("db", "advisors", "--level", "error", "--fail-on", "warn")).toEqual({
    code: 1,
    output: expect.stringMatching(/^--fail-on warn: 1 finding\.$/m),
  });
  expect((await run("db", "advisors", "--level", "high")).output).toContain(
    '--level must be warn, info, error; got "high".',
  );
});

test("db lint names functions that refer to missing objects, and what it cannot check", async () => {
  const { code, output } = await run("db", "lint");
  expect({ code, output }).toEqual({
    code: 0,
    output: `public.broken
  error: line 1: column "id" does not exist (42703)
Checked 1 function as "create function" does: the names in SQL functions, and the syntax, types and variables of PL/pgSQL. Not checked: the tables and columns in statements of PL/pgSQL. To check those, use plpgsql_check on a PostgreSQL server.
`,
  });
  expect(await json("db", "lint", "--schema", "public")).toEqual([
    {
      function: "public.broken",
      issues: [
        {
          level: "error",
          message: 'column "id" does not exist',
          statement: { lineNumber: "1" },
          sqlState: "42703",
        },
      ],
    },
  ]);
  expect((await run("db", "lint", "--fail-on", "error")).code).toBe(1);
});

test("test db runs the folder's tests, and exits with 1 if one fails", async () => {
  const passingRun = await run("test", "db");
  expect(passingRun.output).toMatch(/notes\.test\.sql \.\. ok\nAll tests successful\.\n/);
  expect(passingRun.output).toContain("Policies: 1 of 1 were evaluated for at least one row.\n");
  expect(passingRun.code).toBe(0);
  const failingProject = await projectFolder({
    "wrong.sql": "select plan(1);\nselect ok(false, 'it is right');\nselect * from finish();",
  });
  const failed = await run("test", "db", failingProject);
  expect(failed.output).toContain('# Failed test 1: "it is right"');
  expect(failed.output).toContain("Result: FAIL");
  expect(failed.code).toBe(1);
  const emptyRun = await run("test", "db", `${failingProject}/absent`);
  expect(emptyRun).toMatchObject({
    code: 1,
    output: expect.stringContaining("There are no tests"),
  });
});

test("the checks work on a running server", async () => {
  await startServer();
  expect((await run("db", "advisors")).output).toContain("auth_rls_initplan");
  expect((await run("db", "lint")).output).toContain('column "id" does not exist');
  const tests = await run("test", "db");
  expect(tests.output).toContain("Policies: 1 of 1 were evaluated");
  expect(tests.code).toBe(0);
});
