import { randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type RunningServer, startServer } from "../src/server/server.ts";
import { memoryStorage } from "../src/testing/memory-storage.ts";
import { silentLog } from "./auth/auth-fixture.ts";
import { makeTestStorage } from "./databases/test-database.ts";
import { needs } from "./needs.ts";
import { deno, functionsFolder } from "./servers/functions-wire.ts";

// One test per wire with the unmodified client. `npm test` runs this file on both engines.

const files = {
  "supabase/config.toml": "[auth.email]\nenable_confirmations = false\n",
  "supabase/migrations/1_notes.sql": `
    create table notes (
      id bigint generated always as identity primary key,
      owner uuid not null default auth.uid(),
      title text not null
    );
    alter table notes enable row level security;
    create policy own on notes using (owner = auth.uid()) with check (owner = auth.uid());
    alter publication supabase_realtime add table notes;
    insert into storage.buckets (id, name) values ('papers', 'papers');
    create policy own on storage.objects
      using (owner_id = (auth.uid())::text) with check (owner_id = (auth.uid())::text);`,
  "supabase/functions/greet/index.ts": `
    Deno.serve(async (request) => Response.json({ hello: (await request.json()).name }));`,
};
const password = "correct horse battery";

let folder: Awaited<ReturnType<typeof functionsFolder>>;
let storage: Awaited<ReturnType<typeof makeTestStorage>>;
let server: RunningServer;
const clients: SupabaseClient[] = [];

beforeAll(async () => {
  folder = await functionsFolder(files);
  storage = await makeTestStorage();
  server = await startServer({
    project: folder.path,
    host: "127.0.0.1",
    port: 0,
    log: silentLog,
    files: `${folder.path}/.portico/files`,
    storage: storage.storage,
    // The server looks for Deno on the PATH.
    env: { PATH: process.env["PATH"] },
  });
});
afterAll(async () => {
  for (const client of clients) await client.removeAllChannels();
  await server?.close();
  await storage?.drop();
  await folder?.remove();
});

/** Returns the client of a user who has just signed up. */
async function signUp() {
  const client = createClient(server.origin, server.keys.publishable, {
    auth: { storage: memoryStorage(), autoRefreshToken: false, storageKey: randomUUID() },
    realtime: { transport: WebSocket as never },
  });
  clients.push(client);
  const email = `${randomUUID()}@example.com`;
  const { data, error } = await client.auth.signUp({ email, password });
  expect(error).toBeNull();
  return { client, email, id: data.user?.id };
}

test("auth: a user signs in with a password, refreshes the session and signs out", async () => {
  const { client, email, id } = await signUp();
  expect((await client.auth.signInWithPassword({ email, password: "wrong" })).error?.code).toBe(
    "invalid_credentials",
  );
  expect((await client.auth.signInWithPassword({ email, password })).data.user?.id).toBe(id);
  expect((await client.auth.refreshSession()).data.user?.id).toBe(id);
  expect((await client.auth.getUser()).data.user?.id).toBe(id);
  expect((await client.auth.signOut()).error).toBeNull();
});

test("rest: each user reads and writes only their own rows", async () => {
  const [ada, grace] = [await signUp(), await signUp()];
  expect((await ada.client.from("notes").insert({ title: "Ada's" })).status).toBe(201);
  expect((await ada.client.from("notes").select("title")).data).toEqual([{ title: "Ada's" }]);
  expect((await grace.client.from("notes").select("title")).data).toEqual([]);
  const { error } = await grace.client.from("notes").insert({ title: "Forged", owner: ada.id });
  expect(error?.code).toBe("42501");
});

test("storage: an uploaded file can be downloaded unchanged, by its owner only", async () => {
  const [ada, grace] = [await signUp(), await signUp()];
  const path = `${ada.id}/paper.txt`;
  expect((await ada.client.storage.from("papers").upload(path, "Some text")).error).toBeNull();
  expect(await (await ada.client.storage.from("papers").download(path)).data?.text()).toBe(
    "Some text",
  );
  expect((await grace.client.storage.from("papers").download(path)).error).not.toBeNull();
});

test("realtime: an inserted row reaches its owner's channel", async () => {
  const { client } = await signUp();
  const insertedTitle = Promise.withResolvers<unknown>();
  const subscription = Promise.withResolvers<void>();
  client
    .channel("notes")
    .on("postgres_changes", { event: "INSERT", schema: "public", table: "notes" }, (change) =>
      insertedTitle.resolve(change.new["title"]),
    )
    .subscribe((status, error) => {
      if (status === "SUBSCRIBED") subscription.resolve();
      if (status === "CHANNEL_ERROR") subscription.reject(error);
    });
  await subscription.promise;
  await client.from("notes").insert({ title: "Live" });
  expect(await insertedTitle.promise).toBe("Live");
});

test("functions: a function receives a request and responds", needs("Deno", deno), async () => {
  const { client } = await signUp();
  const { data, error } = await client.functions.invoke("greet", { body: { name: "Ada" } });
  expect(error).toBeNull();
  expect(data).toEqual({ hello: "Ada" });
});
