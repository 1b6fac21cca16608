import { afterAll, beforeAll, expect, test } from "vitest";
import { startDeskServer } from "../../test/servers/desk-server.ts";

let desk: Awaited<ReturnType<typeof startDeskServer>>;
let ada: string;
beforeAll(async () => {
  desk = await startDeskServer({
    "supabase/config.toml": 'project_id = "shop"',
    "supabase/migrations/20260101000000_notes.sql": `
      create table notes (id int primary key, owner uuid);
      alter table notes enable row level security;
      create policy own on notes for select to authenticated using (owner = auth.uid());`,
  });
  const { data } = await desk.newClient().auth.signUp({
    email: "ada@example.com",
    password: "a-long-password",
  });
  ada = data.user?.id ?? "";
});
afterAll(() => desk.close());

const credentials = (as: object, headers?: Record<string, string>) =>
  desk.call("/credentials", { as }, headers);

test("a user's token is valid for the wires for five minutes, and has the user's claims", async () => {
  const { body } = await credentials({ role: "authenticated", user: ada });
  const claims = JSON.parse(Buffer.from(body.token.split(".")[1], "base64url").toString());
  expect(claims).toMatchObject({ sub: ada, role: "authenticated", email: "ada@example.com" });
  expect(claims.exp - claims.iat).toBe(300);
  const response = await fetch(`${desk.origin}/rest/v1/notes`, {
    headers: { apikey: body.apiKey, authorization: `Bearer ${body.token}` },
  });
  expect(await response.json()).toEqual([]);
});

test("a visitor gets only the publishable key, and `service_role` never gets the secret key", async () => {
  expect((await credentials({ role: "anon" })).body).toEqual({
    apiKey: desk.keys.publishable,
    token: null,
    lifetimeSeconds: 300,
  });
  const { body } = await credentials({ role: "service_role" });
  expect(JSON.stringify(body)).not.toContain(desk.keys.secret);
});

test("the owner of the tables, an unknown role and a deleted user get no credentials", async () => {
  expect((await credentials({ role: "postgres" })).status).toBe(400);
  expect((await credentials({ role: "supabase_admin" })).status).toBe(400);
  const unknownUser = "00000000-0000-4000-8000-000000000000";
  expect((await credentials({ role: "authenticated", user: unknownUser })).status).toBe(404);
  expect((await credentials({ role: "authenticated", user: "x" })).status).toBe(400);
});

test("credentials are refused without the key, and to a page on another port", async () => {
  const as = { role: "service_role" };
  expect((await credentials(as, { "x-portico-desk": "" })).status).toBe(401);
  expect((await credentials(as, { origin: "http://localhost:5173" })).status).toBe(403);
});
