import { type BrowserBackend, startBackend } from "@portico/backend/browser";
import { AuthClient } from "@supabase/auth-js";
import { afterAll, beforeAll, expect, test } from "vitest";

const files = {
  "config.toml": `project_id = "shop"`,
  "migrations/1_notes.sql": `
    create table notes (
      id bigint generated always as identity primary key,
      title text not null,
      owner uuid not null references auth.users on delete cascade);
    alter table notes enable row level security;
    create policy own on notes using (owner = auth.uid());`,
};

let backend: BrowserBackend;
beforeAll(async () => {
  backend = await startBackend({ files });
});
afterAll(() => backend.close());

async function call(path: string, body?: unknown, key = backend.secretKey) {
  const response = await backend.fetch(`${backend.url}/desk/api${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "x-portico-desk": key },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

async function signUp(email: string): Promise<string> {
  const { url, publishableKey, fetch } = backend;
  const auth = new AuthClient({
    url: `${url}/auth/v1`,
    headers: { apikey: publishableKey },
    fetch,
    autoRefreshToken: false,
    persistSession: false,
  });
  const { data, error } = await auth.signUp({ email, password: "correct horse battery" });
  expect(error).toBeNull();
  return data.user?.id ?? "";
}

const owner = { role: "postgres" };
const notes = { schema: "public", name: "notes" };

test("the desk of a tab has tables, SQL and explanations, and neither a folder nor other wires", async () => {
  expect(await call("/status")).toMatchObject({
    status: 200,
    body: { project: "shop", engine: "pglite", features: ["why"] },
  });
  const { body } = await call("/relations");
  expect(body.relations).toContainEqual(
    expect.objectContaining({ ...notes, isOwn: true, hasRowSecurity: true }),
  );
  expect((await call("/diagram/public")).status).toBe(200);
  for (const path of ["/mail", "/advice", "/snippets", "/requests"]) {
    expect([path, await call(path)]).toMatchObject([path, { status: 404 }]);
  }
});

test("the desk of a tab asks for the secret key, and a link in a message does not reach it", async () => {
  expect(await call("/status", undefined, "")).toMatchObject({ status: 401 });
  expect(await call("/status", undefined, backend.publishableKey)).toMatchObject({ status: 401 });
  const { page } = await backend.visit(`${backend.url}/desk/api/relations`);
  expect(page).toBeUndefined();
});

test("rows are inserted, read as a user and changed, and why a visitor gets none is explained", async () => {
  const id = await signUp("ada@example.com");
  const inserted = await call("/rows/insert", {
    ...notes,
    as: owner,
    rows: [{ title: "milk", owner: id }],
  });
  expect(inserted).toMatchObject({ status: 200, body: { affected: 1 } });
  const [key] = inserted.body.keys;

  const { body: people } = await call("/people?search=ada");
  expect(people.people).toMatchObject([{ id, email: "ada@example.com" }]);
  const asAda = { role: "authenticated", user: id };
  expect((await call("/rows/read", { ...notes, as: asAda })).body.rows).toHaveLength(1);
  expect((await call("/rows/read", { ...notes, as: { role: "anon" } })).body.rows).toEqual([]);

  const changed = await call("/rows/update", { ...notes, as: asAda, key, set: { title: "tea" } });
  expect(changed.body).toEqual({ affected: 1 });
  const { body: ran } = await call("/sql", { text: "select title from notes", as: asAda });
  expect(ran.results).toMatchObject([{ rows: [["tea"]] }]);

  const why = await call("/why", { method: "GET", path: "/rest/v1/notes", as: { role: "anon" } });
  expect(why.body).toMatchObject({ response: { status: 200, rows: 0 } });
  expect(why.body.verdict).toContain("no rows");
  expect(why.body.policies).toMatchObject([{ name: "own", table: expect.any(String) }]);
});

test("a mistake in SQL has its position, and Storage is not explained in a tab", async () => {
  expect(await call("/sql", { text: "select 1;\nselect nothing_here", as: owner })).toMatchObject({
    status: 400,
    body: { sqlstate: "42703", statement: 1, position: expect.any(Number) },
  });
  const storage = { method: "GET", path: "/storage/v1/object/files/a.txt", as: { role: "anon" } };
  expect(await call("/why", storage)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("not supported in a browser tab") },
  });
});
