import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { portico } from "../../test/processes/portico-command.ts";
import { projectFolder } from "../../test/project-folder.ts";

const ada = "6f1e0f5e-2f1c-4a43-9d7f-0a5a3c1f0001";

const notes = `
  insert into auth.users (id, aud, role, email)
    values ('${ada}', 'authenticated', 'authenticated', 'ada@example.com');
  create table notes (id int primary key, owner_id uuid);
  insert into notes values (1, '${ada}'), (5, gen_random_uuid());
  alter table notes enable row level security;
  grant select on notes to anon, authenticated;
  create policy own on notes for select to authenticated using (owner_id = auth.uid());`;

/** Runs a command in a project folder, and returns its code and output. */
const run = (project: string, ...args: string[]) => portico([...args, "--project", project]).ended;

const whyArguments = ["why", "GET", "/rest/v1/notes?id=eq.5", "--as", "ada@example.com"];

test("a request is explained on a running server and on a stopped one, and becomes a test that passes", async () => {
  const project = await projectFolder({ "supabase/migrations/1_notes.sql": notes });
  const server = portico(["start", "--project", project, "--port", "0", "--db-port", "0"]);
  onTestFinished(async () => {
    server.process.kill("SIGKILL");
    await server.ended;
  });
  await server.origin;
  const json = await run(project, ...whyArguments, "-o", "json");
  expect(json).toMatchObject({ code: 0 });
  const explanation = JSON.parse(json.output);
  expect(explanation).toMatchObject({ cause: "policy", response: { status: 200, rows: 0 } });
  expect(explanation.notes).toEqual([]);

  server.process.kill("SIGTERM");
  await server.ended;
  const testRun = await run(project, ...whyArguments, "--test", "hidden");
  expect(testRun.output).toContain(
    '200, no rows: notes id=5 is hidden, because the SELECT policy "own" of notes is',
  );
  const file = join(project, "supabase/tests/hidden.test.sql");
  expect(await readFile(file, "utf8")).toContain('set local role "authenticated";');
  const tested = await run(project, "test", "db");
  expect(tested.output).toContain("Result: PASS");
});

test("portico why explains no request while a server of the project is in production", async () => {
  const project = await projectFolder({ "supabase/migrations/1_notes.sql": notes });
  const server = portico(["start", "--project", project, "--port", "0", "--db-port", "0"], {
    NODE_ENV: "production",
  });
  onTestFinished(async () => {
    server.process.kill("SIGKILL");
    await server.ended;
  });
  await server.origin;
  expect(await run(project, ...whyArguments)).toMatchObject({
    code: 1,
    output: expect.stringContaining("only explained in development"),
  });
});

test("a request is not explained in production, or for a database on another machine", async () => {
  const project = await projectFolder({});
  const elsewhere = portico([...whyArguments, "--project", project], {
    DATABASE_URL: "postgresql://postgres@database.example/app",
  });
  expect(await elsewhere.ended).toMatchObject({
    code: 1,
    output: expect.stringContaining("only explained in development"),
  });
  expect(existsSync(join(project, ".portico"))).toBe(false);
});

test("arguments that cannot be used are refused with a sentence", async () => {
  const project = await projectFolder({});
  for (const args of [["GET"], ["GET", "/", "--claims", "[]"], ["GET", "/", "--wanted"]]) {
    expect(await run(project, "why", ...args)).toMatchObject({ code: 1 });
  }
});

test("claims that nest too deep are refused with a sentence", async () => {
  const project = await projectFolder({});
  const claims = `{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
  expect(await run(project, "why", "GET", "/", "--claims", claims)).toMatchObject({
    code: 1,
    output: expect.stringContaining("--claims must be a JSON object"),
  });
});
