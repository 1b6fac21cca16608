import { createClient } from "@supabase/supabase-js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { openRaw } from "../../../test/raw-socket.ts";
import {
  connect,
  disconnectAll,
  join,
  type RealtimeServer,
  startRealtimeServer,
} from "../../../test/realtime-server.ts";

let wire: RealtimeServer;
let ada: string;
let bob: string;

beforeAll(async () => {
  wire = await startRealtimeServer({
    pastPooler: true,
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

/** The token's bearer writes notes by it. */
const notesOf = (token: string) =>
  createClient(wire.server.origin, wire.server.keys.publishable, {
    accessToken: async () => token,
  }).from("notes");

async function listen(token: string, vsn?: "1.0.0" | "2.0.0", filter?: string) {
  const changes: { eventType: string; new: object; old: object; errors: unknown }[] = [];
  const client = await connect(wire.server, token, vsn ? { vsn } : {});
  const { system } = await join(client, `notes-${Math.random()}`, {}, (channel) => {
    const wanted = { event: "*" as const, schema: "public", table: "notes" };
    channel.on("postgres_changes", filter ? { ...wanted, filter } : wanted, (change) =>
      changes.push(change),
    );
  });
  await eventually(() => expect(system).not.toEqual([]));
  return { changes, system, client };
}

test.each(["1.0.0", "2.0.0"] as const)(
  "the official client hears of its user's rows alone, in version %s of the protocol",
  async (vsn) => {
    const [hers, his] = [await listen(ada, vsn), await listen(bob, vsn)];
    expect(hers.system).toMatchObject([
      { status: "ok", extension: "postgres_changes", message: "Subscribed to PostgreSQL" },
    ]);
    const { data } = await notesOf(ada).insert({ text: "mine" }).select().single();
    // Policies are asked when a change is told: a row that is gone by then is shown to nobody.
    const heard = (count: number) => eventually(() => expect(hers.changes).toHaveLength(count));
    await heard(1);
    await notesOf(ada).update({ text: "still mine" }).eq("id", data.id);
    await heard(2);
    await notesOf(ada).delete().eq("id", data.id);
    await heard(3);
    expect(hers.changes).toMatchObject([
      { eventType: "INSERT", new: { id: data.id, text: "mine" }, old: {}, errors: null },
      { eventType: "UPDATE", new: { text: "still mine" }, old: { id: data.id } },
      { eventType: "DELETE", new: {}, old: { id: data.id } },
    ]);
    // A deletion tells everybody the key, which no policy can be asked about any more.
    await eventually(() => expect(his.changes).toHaveLength(1));
    expect(his.changes).toMatchObject([{ eventType: "DELETE", old: { id: data.id } }]);
  },
);

test("a client whose token changes hears of the new user's rows", async () => {
  const { changes, client } = await listen(ada);
  await client.setAuth(bob);
  await notesOf(ada).insert({ text: "ada's" });
  await eventually(async () => {
    await notesOf(bob).insert({ text: "bob's" });
    expect(changes).not.toEqual([]);
  });
  expect(changes.map((change) => change.new)).toContainEqual(
    expect.objectContaining({ text: "bob's" }),
  );
  expect(changes.map((change) => change.new)).not.toContainEqual(
    expect.objectContaining({ text: "ada's" }),
  );
});

test("a wrong filter is said in a system message, and the channel stays", async () => {
  const { system, client } = await listen(ada, undefined, "nothing=eq.1");
  expect(system).toMatchObject([
    {
      status: "error",
      extension: "postgres_changes",
      message: expect.stringContaining("invalid column for filter nothing"),
    },
  ]);
  expect(client.getChannels()).toHaveLength(1);
});

test("what is written when the channel has joined is heard", async () => {
  const texts: string[] = [];
  const client = await connect(wire.server, ada);
  await join(client, "at-once", {}, (channel) => {
    const wanted = { event: "INSERT" as const, schema: "public", table: "notes" };
    channel.on("postgres_changes", wanted, (change) => texts.push(change.new["text"]));
  });
  await notesOf(ada).insert({ text: "at once" });
  await eventually(() => expect(texts).toEqual(["at once"]));
});

test("a client of supabase-js 1 names a table by its topic, and hears each change as an event", async () => {
  const { socket, messages } = await openRaw(wire.server, { vsn: "1.0.0" });
  const topic = "realtime:public:notes:text=eq.old";
  socket.send(JSON.stringify({ topic, event: "phx_join", ref: "1", payload: { user_token: ada } }));
  const entry = { schema: "public", table: "notes", filter: "text=eq.old", id: expect.any(Number) };
  const payload = { status: "ok", response: { postgres_changes: [entry] } };
  await eventually(() =>
    expect(messages).toContainEqual({ topic, event: "phx_reply", ref: "1", payload }),
  );
  await notesOf(ada).insert([{ text: "new" }, { text: "old" }]);
  const heard = () =>
    messages.filter((message) => "event" in message && message.event === "INSERT");
  await eventually(() => expect(heard()).not.toEqual([]));
  const change = { schema: "public", table: "notes", type: "INSERT", record: { text: "old" } };
  expect(heard()).toMatchObject([{ topic, ref: null, payload: change }]);
  socket.terminate();
});
