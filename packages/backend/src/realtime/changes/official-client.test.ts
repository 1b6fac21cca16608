import { createClient } from "@supabase/supabase-js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { openRaw } from "../../../test/servers/raw-socket.ts";
import {
  connect,
  disconnectAll,
  join,
  type RealtimeServer,
  startRealtimeServer,
} from "../../../test/servers/realtime-server.ts";

let wire: RealtimeServer;
let ada: string;
let bob: string;

beforeAll(async () => {
  wire = await startRealtimeServer({
    bypassesPooler: true,
    migration: `
      create table notes (
        id bigint generated always as identity primary key,
        text text,
        owner uuid not null default auth.uid() references auth.users on delete cascade);
      alter table notes enable row level security;
      create policy own on notes to authenticated using (owner = auth.uid());
      alter publication supabase_realtime add table notes;`,
  });
  ada = await wire.signUp("ada@example.com");
  bob = await wire.signUp("bob@example.com");
});
afterEach(disconnectAll);
afterAll(() => wire.close());

/** Returns a client for the notes of the token's user. */
const notesTableFor = (token: string) =>
  createClient(wire.server.origin, wire.server.keys.publishable, {
    accessToken: async () => token,
  }).from("notes");

async function subscribe(token: string, vsn?: "1.0.0" | "2.0.0", filter?: string) {
  const changes: { eventType: string; new: object; old: object; errors: unknown }[] = [];
  const client = await connect(wire.server, token, vsn ? { vsn } : {});
  const { system } = await join(client, `notes-${Math.random()}`, {}, (channel) => {
    const spec = { event: "*" as const, schema: "public", table: "notes" };
    channel.on("postgres_changes", filter ? { ...spec, filter } : spec, (change) =>
      changes.push(change),
    );
  });
  await eventually(() => expect(system).not.toEqual([]));
  return { changes, system, client };
}

test.each(["1.0.0", "2.0.0"] as const)(
  "the official client receives only its user's rows in version %s of the protocol",
  async (vsn) => {
    const [adaSubscriber, bobSubscriber] = [await subscribe(ada, vsn), await subscribe(bob, vsn)];
    expect(adaSubscriber.system).toMatchObject([
      { status: "ok", extension: "postgres_changes", message: "Subscribed to PostgreSQL" },
    ]);
    const { data } = await notesTableFor(ada).insert({ text: "mine" }).select().single();
    // Policies are queried at delivery, so each change must arrive before the row is changed again.
    const receivedChanges = (count: number) =>
      eventually(() => expect(adaSubscriber.changes).toHaveLength(count));
    await receivedChanges(1);
    await notesTableFor(ada).update({ text: "still mine" }).eq("id", data.id).throwOnError();
    await receivedChanges(2);
    await notesTableFor(ada).delete().eq("id", data.id).throwOnError();
    await receivedChanges(3);
    expect(adaSubscriber.changes).toMatchObject([
      { eventType: "INSERT", new: { id: data.id, text: "mine" }, old: {}, errors: null },
      { eventType: "UPDATE", new: { text: "still mine" }, old: { id: data.id } },
      { eventType: "DELETE", new: {}, old: { id: data.id } },
    ]);
    // All subscribers receive a deletion's key, because policies cannot check a deleted row.
    await eventually(() => expect(bobSubscriber.changes).toHaveLength(1));
    expect(bobSubscriber.changes).toMatchObject([{ eventType: "DELETE", old: { id: data.id } }]);
  },
);

test("a client whose token changes receives the new user's rows", async () => {
  const { changes, client } = await subscribe(ada);
  await client.setAuth(bob);
  await notesTableFor(ada).insert({ text: "ada's" });
  await eventually(async () => {
    await notesTableFor(bob).insert({ text: "bob's" });
    expect(changes).not.toEqual([]);
  });
  expect(changes.map((change) => change.new)).toContainEqual(
    expect.objectContaining({ text: "bob's" }),
  );
  expect(changes.map((change) => change.new)).not.toContainEqual(
    expect.objectContaining({ text: "ada's" }),
  );
});

test("an invalid filter is reported in a system message and the channel stays open", async () => {
  const { system, client } = await subscribe(ada, undefined, "nothing=eq.1");
  expect(system).toMatchObject([
    {
      status: "error",
      extension: "postgres_changes",
      message: expect.stringContaining("invalid column for filter nothing"),
    },
  ]);
  expect(client.getChannels()).toHaveLength(1);
});

test("a row that is inserted right after the join is delivered", async () => {
  const texts: string[] = [];
  const client = await connect(wire.server, ada);
  await join(client, "at-once", {}, (channel) => {
    const spec = { event: "INSERT" as const, schema: "public", table: "notes" };
    channel.on("postgres_changes", spec, (change) => texts.push(change.new["text"]));
  });
  await notesTableFor(ada).insert({ text: "at once" });
  await eventually(() => expect(texts).toEqual(["at once"]));
});

test("a client of supabase-js 1 names a table by its topic and receives each change as an event", async () => {
  const { socket, messages } = await openRaw(wire.server, { vsn: "1.0.0" });
  const topic = "realtime:public:notes:text=eq.old";
  socket.send(JSON.stringify({ topic, event: "phx_join", ref: "1", payload: { user_token: ada } }));
  const entry = { schema: "public", table: "notes", filter: "text=eq.old", id: expect.any(Number) };
  const payload = { status: "ok", response: { postgres_changes: [entry] } };
  await eventually(() =>
    expect(messages).toContainEqual({ topic, event: "phx_reply", ref: "1", payload }),
  );
  await notesTableFor(ada).insert([{ text: "new" }, { text: "old" }]);
  const inserts = () =>
    messages.filter((message) => "event" in message && message.event === "INSERT");
  await eventually(() => expect(inserts()).not.toEqual([]));
  const change = { schema: "public", table: "notes", type: "INSERT", record: { text: "old" } };
  expect(inserts()).toMatchObject([{ topic, ref: null, payload: change }]);
  socket.terminate();
});
