import { readdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectFolder } from "../../../test/project-folder.ts";
import { sql } from "../../database/sql.ts";
import { findTests, hasPassed, runTests } from "../../pgtap/run-tests.ts";
import { UsageError } from "../../usage-error.ts";
import { explainWithTest } from "../explain-request.ts";
import { formatReport } from "../report.ts";
import { ada, bob, openPuzzles, type PuzzleRequest, type Puzzles } from "../test/puzzles.ts";
import { pgtapTest } from "./pgtap-test.ts";
import { writePgtapTest } from "./write-test-file.ts";

let puzzles: Puzzles;
let hasPgtap: boolean;

const schema = `
  create table notes (id int primary key, owner_id uuid default auth.uid(), title text);
  insert into notes values (1, '${ada}', 'it''s \\ one'), (5, '${bob}', 'five');
  alter table notes enable row level security;
  create policy own on notes to authenticated using (owner_id = auth.uid());
  create table secrets (id int primary key);
  revoke all on secrets from anon, authenticated;
  insert into storage.buckets (id, name, public) values ('private', 'private', false);
  insert into storage.objects (bucket_id, name, version) values ('private', '${ada}/a.png', gen_random_uuid());
  create policy own on storage.objects to authenticated using ((storage.foldername(name))[1] = auth.uid()::text);
  create policy rooms on realtime.messages for select to authenticated
    using (realtime.topic() = 'room:' || auth.uid());
  create function hidden() returns setof notes language sql as 'select * from notes';
`;

beforeAll(async () => {
  puzzles = await openPuzzles(schema);
  const { rows } = await puzzles.database.query(
    sql`select from pg_available_extensions where name = 'pgtap'`,
  );
  hasPgtap = rows.length > 0;
}, 60_000);
afterAll(() => puzzles.close());

const ofAda = { as: "ada@example.com" };

async function testOf(
  [method, path, { as = "anon", body, headers = {} } = {}]: readonly [
    string,
    string,
    PuzzleRequest?,
  ],
  expectation: "present" | "wanted",
): Promise<string> {
  const { database, config, schema: loadedSchema } = puzzles;
  const { explanation, test: subject } = await explainWithTest({
    database,
    config,
    schema: loadedSchema,
    env: {},
    caller: { as },
    request: {
      method,
      path,
      headers: Object.entries(headers),
      body: body === undefined ? undefined : JSON.stringify(body),
    },
  });
  if (!subject) throw new Error(`${path} has no test.`);
  return pgtapTest(explanation, subject, expectation);
}

const requests: Readonly<Record<string, readonly [string, string, PuzzleRequest?]>> = {
  list: ["GET", "/rest/v1/notes?title=eq.it's%20%5C%20one&select=title", ofAda],
  filter: ["GET", "/rest/v1/notes?id=in.(1,5)&limit=10", ofAda],
  "anonymous-list": ["GET", "/rest/v1/notes"],
  "missing-grant": ["GET", "/rest/v1/secrets", ofAda],
  insert: ["POST", "/rest/v1/notes", { ...ofAda, body: { id: 9, title: "a\nb" } }],
  "refused-insert": ["POST", "/rest/v1/notes", { ...ofAda, body: { id: 9, owner_id: bob } }],
  update: ["PATCH", "/rest/v1/notes?id=eq.5", { ...ofAda, body: { title: "x" } }],
  call: ["POST", "/rest/v1/rpc/hidden", { ...ofAda, body: {} }],
  object: ["GET", `/storage/v1/object/private/${ada}/a.png`, ofAda],
  upload: ["POST", `/storage/v1/object/private/${bob}/new.png`, { ...ofAda, body: "x" }],
  channel: ["SUBSCRIBE", `room:${ada}`, ofAda],
  "other-channel": ["SUBSCRIBE", `room:${bob}`, ofAda],
  changes: ["CHANGES", "notes", ofAda],
};

async function run(files: Readonly<Record<string, string>>) {
  const folder = await projectFolder(
    Object.fromEntries(
      Object.entries(files).map(([name, text]) => [`supabase/tests/${name}.test.sql`, text]),
    ),
  );
  const { database } = puzzles;
  const testFiles = await findTests([join(folder, "supabase/tests")]);
  const { files: results } = await runTests(database, database.engine, testFiles, () => {});
  return results;
}

describe("pgTAP tests of requests", () => {
  test("the tests of the present responses pass", async ({ skip }) => {
    skip(!hasPgtap);
    const files: Record<string, string> = {};
    for (const [name, request] of Object.entries(requests)) {
      files[name] = await testOf(request, "present");
    }
    const results = await run(files);
    const failedTests = results.filter((result) => !hasPassed(result));
    expect(failedTests.map(({ path, errors, tap }) => ({ path, errors, tap }))).toEqual([]);
    expect(results).toHaveLength(Object.keys(requests).length);
  });

  test("the test of a wanted response fails until the policy allows it", async ({ skip }) => {
    skip(!hasPgtap);
    const text = await testOf(requests["anonymous-list"] ?? ["GET", ""], "wanted");
    const isPassing = async () => (await run({ list: text })).every(hasPassed);
    expect(await isPassing()).toBe(false);
    await puzzles.database.script("create policy every on notes for select to anon using (true)");
    try {
      expect(await isPassing()).toBe(true);
    } finally {
      await puzzles.database.script("drop policy every on notes");
    }
  });

  test("a test is not written through a link that leads out of the project", async () => {
    const [folder, elsewhere] = [
      await projectFolder({ "supabase/config.toml": "" }),
      await projectFolder({}),
    ];
    await symlink(elsewhere, join(folder, "supabase/tests"));
    await expect(writePgtapTest(folder, "mine", "select 1;")).rejects.toThrow(
      "supabase/tests is a link that leads out of the project.",
    );
    expect(await readdir(elsewhere)).toEqual([]);
  });

  test("a test is written to a new file, and only under a valid name", async () => {
    const folder = await projectFolder({});
    const path = await writePgtapTest(folder, "mine", "select 1;");
    expect(path).toBe(join(folder, "supabase/tests/mine.test.sql"));
    expect(await readFile(path, "utf8")).toBe("select 1;");
    await expect(writePgtapTest(folder, "mine", "select 2;")).rejects.toThrow(UsageError);
    await expect(writePgtapTest(folder, "../escape", "select 1;")).rejects.toThrow(UsageError);
  });
});

describe("the report", () => {
  test("a report starts with the verdict and fits into 80 columns", async () => {
    const explanation = await puzzles.why("GET", "/rest/v1/notes?id=eq.5", ofAda);
    const text = formatReport(explanation);
    expect(
      text,
    ).toBe(`200, no rows: notes id=5 is hidden, because the SELECT policy "own" of notes is
false: owner_id = auth.uid() → ${bob} =
${ada} → false.

Request  GET /rest/v1/notes?id=eq.5
As       ada@example.com, role authenticated, sub
         ${ada}, aal aal1

What decides
  - With row-level security bypassed, 1 row of notes match; the caller sees 0.

Row of notes: id=5, title=five, owner_id=${bob}
  SELECT policy "own", using: false
    owner_id = auth.uid() → false
      owner_id is ${bob}
      auth.uid() is ${ada}

Policies of the tables
  - "own" on public.notes: permissive, ALL, to authenticated

What would change the answer
  - Make this clause true for the row, or add a permissive policy to notes:
    owner_id = auth.uid()
`);
  });

  test("values of rows cannot control the terminal", async () => {
    const explanation = await puzzles.why("GET", "/rest/v1/notes?title=eq.%1B%5B2J", ofAda);
    expect(formatReport(explanation)).not.toContain("\u001b");
  });
});
