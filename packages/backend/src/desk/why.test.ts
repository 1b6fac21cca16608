import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDeskServer } from "../../test/servers/desk-server.ts";

let desk: Awaited<ReturnType<typeof startDeskServer>>;
beforeAll(async () => {
  desk = await startDeskServer({
    "supabase/config.toml": 'project_id = "shop"',
    "supabase/migrations/20260101000000_notes.sql": `
      create table notes (id int primary key, title text);
      alter table notes enable row level security;
      create policy own on notes for select to authenticated using (title = auth.email());
      insert into notes values (1, 'ada@example.com'), (2, 'someone else');
      create table unprotected (id int primary key);`,
  });
});
afterAll(() => desk.close());

test("a recent request is explained for its caller, and for another one", async () => {
  const client = desk.newClient();
  await client.auth.signUp({ email: "ada@example.com", password: "a-long-password" });
  await client.from("notes").select().eq("id", 2);
  const { requests } = (await desk.call("/requests")).body;
  const { id } = requests.findLast(({ wire }: { wire: string }) => wire === "rest");
  const { body } = await desk.call("/why", { request: id });
  expect(body).toMatchObject({
    cause: "policy",
    response: { status: 200, rows: 0 },
    caller: { role: "authenticated", claims: { email: "ada@example.com" } },
  });
  expect(body.rows[0].policies[0]).toMatchObject({ policy: "own", value: false });
  const otherCaller = await desk.call("/why", { request: id, as: { role: "service_role" } });
  expect(otherCaller.body).toMatchObject({
    response: { rows: 1 },
    caller: { role: "service_role" },
  });
});

test("a new request is explained, or the error tells why it cannot be explained", async () => {
  const why = (question: object) => desk.call("/why", question);
  const newRequest = await why({ method: "GET", path: "/rest/v1/notes", as: { role: "anon" } });
  expect(newRequest.body).toMatchObject({ cause: "no-policy", caller: { name: "anon" } });
  for (const question of [
    { method: "GET", path: "/auth/v1/user" },
    { method: "GET GET", path: "/rest/v1/notes" },
    { method: "GET", path: "/rest/v1/notes", as: { role: "postgres" } },
    {
      method: "GET",
      path: "/rest/v1/notes",
      as: { role: "authenticated", user: "0b0a2f0e-6a0f-4a5e-9d43-0c8f6b7f0c03" },
    },
  ]) {
    expect([question, await why(question)]).toMatchObject([
      {},
      { status: 400, body: { code: "mistake" } },
    ]);
  }
});

test("a pgTAP test is returned first, and then written without replacing a file", async () => {
  const question = { method: "GET", path: "/rest/v1/notes", as: { role: "anon" } };
  const { body } = await desk.call("/why/test", { ...question, expects: "present" });
  expect(body.text).toContain("select plan(1)");
  expect(await readdir(join(desk.folder, "supabase"))).not.toContain("tests");
  const file = { name: "anon-notes", text: body.text };
  expect((await desk.call("/files/tests", file)).body).toEqual({
    path: "supabase/tests/anon-notes.test.sql",
  });
  const writtenTest = await readFile(
    join(desk.folder, "supabase/tests/anon-notes.test.sql"),
    "utf8",
  );
  expect(writtenTest).toBe(body.text);
  expect(await desk.call("/files/tests", file)).toMatchObject({ status: 400 });
  for (const name of ["../outside", "a/b", "", ".hidden"]) {
    expect([name, (await desk.call("/files/tests", { name, text: "x" })).status]).toEqual([
      name,
      400,
    ]);
    const migration = await desk.call("/files/migrations", { name: `${name}/x`, text: "x" });
    expect([name, migration.status]).toEqual([name, 400]);
  }
});

test("a finding has a level, a reason and a fix, which can be saved as a migration", async () => {
  const { body } = await desk.call("/advice");
  const finding = body.findings.find(
    ({ name, metadata }: { name: string; metadata: { name: string } }) =>
      name === "rls_disabled_in_public" && metadata.name === "unprotected",
  );
  expect(finding).toMatchObject({ level: "ERROR", categories: ["SECURITY"] });
  expect(finding.fix).toContain("enable row level security");
  const saveResponse = await desk.call("/files/migrations", { name: "protect", text: finding.fix });
  expect(saveResponse.body.path).toMatch(/^supabase\/migrations\/\d{14}_protect\.sql$/);
  expect(await readFile(join(desk.folder, saveResponse.body.path), "utf8")).toBe(finding.fix);
});
