import { afterAll, beforeAll, expect, test } from "vitest";
import { startDeskServer } from "../../test/servers/desk-server.ts";

let desk: Awaited<ReturnType<typeof startDeskServer>>;
beforeAll(async () => {
  desk = await startDeskServer({
    "supabase/config.toml": `
      project_id = "shop"
      [auth.external.github]
      enabled = true`,
    "supabase/migrations/20260101000000_notes.sql": `
      create table notes (id int primary key, text text);
      create table "<b>large</b>" (id int, text text);`,
  });
});
afterAll(() => desk.close());

test("the doctor's findings about the project are shown with their fixes", async () => {
  const { body } = await desk.call("/advice/doctor");
  expect(body.findings).toContainEqual({
    severity: "doubtful",
    cause: expect.stringContaining('"Sign in with github" goes to the sandbox'),
    fix: expect.any(String),
  });
});

test("the slow statements of recent requests are shown without values", async () => {
  const client = desk.newClient(desk.keys.secret);
  for (const id of [1, 2]) await client.from("notes").select().eq("text", `a-private-value-${id}`);
  const { body } = await desk.call("/advice/statements");
  const text = JSON.stringify(body);
  expect(text).not.toContain("a-private-value");
  const statement = body.requests.find((one: { text: string }) => one.text.includes('"text" = $1'));
  expect(statement).toMatchObject({
    calls: 2,
    meanMs: expect.any(Number),
    maxMs: expect.any(Number),
    request: { method: "GET", path: "/rest/v1/notes" },
  });
});

test("tables are shown with their sizes and their growth since the start", async () => {
  await desk.call("/advice/sizes");
  await desk.call("/sql", {
    text: `insert into "<b>large</b>" select n, repeat('x', 1000) from generate_series(1, 1000) n;
      create table later (id int)`,
    as: { role: "postgres" },
  });
  const { body } = await desk.call("/advice/sizes");
  expect(body.tables[0]).toMatchObject({ schema: "public", name: "<b>large</b>", isOwn: true });
  expect(body.tables[0].grownBytes).toBeGreaterThan(1_000_000);
  const laterTable = body.tables.find((one: { name: string }) => one.name === "later");
  expect(laterTable).toMatchObject({ grownBytes: null, grownRows: null });
});

test("advice is refused without the key, and to a page on another port", async () => {
  for (const path of ["/advice/doctor", "/advice/statements", "/advice/sizes"]) {
    expect((await desk.call(path, undefined, { "x-portico-desk": "" })).status).toBe(401);
    const foreignResponse = await desk.call(path, undefined, { origin: "http://localhost:5173" });
    expect(foreignResponse.status).toBe(403);
  }
});
