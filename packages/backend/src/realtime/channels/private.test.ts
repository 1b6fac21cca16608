import type { RealtimeChannel } from "@supabase/realtime-js";
import { SignJWT } from "jose";
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
import { sql } from "../../database/sql.ts";

const policies = `
  create policy "read rooms" on realtime.messages for select to authenticated
    using (realtime.topic() like 'room:%' and extension in ('broadcast', 'presence'));
  create policy "write rooms" on realtime.messages for insert to authenticated
    with check (realtime.topic() = 'room:open' and extension in ('broadcast', 'presence'));
  create policy "read presence" on realtime.messages for select to authenticated
    using (realtime.topic() = 'presence' and extension = 'presence');
  create function fails() returns boolean language plpgsql as $$ begin raise 'no'; end $$;
  create policy "fails" on realtime.messages for select to authenticated
    using (case when realtime.topic() = 'fails' then fails() else false end);`;

let realtime: RealtimeServer;
let ada: string;
const warnings: object[] = [];
beforeAll(async () => {
  const warn = (fields: object, message: string) => void warnings.push({ ...fields, message });
  realtime = await startRealtimeServer({
    migration: policies,
    log: { error: () => {}, warn, info: () => {} },
  });
  ada = await realtime.signUp("ada@example.com");
});
afterEach(disconnectAll);
afterAll(() => realtime.close());

const enter = async (
  topic: string,
  token?: string,
  prepare?: (channel: RealtimeChannel) => void,
  broadcast = { self: true, ack: true },
) => join(await connect(realtime.server, token), topic, { private: true, broadcast }, prepare);

const refusal = (topic: string) =>
  `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`;

test.each(["postgres", "authenticator", "none", "nobody"])(
  "a token for the role %s, which is not granted to authenticator, is refused",
  async (role) => {
    const token = await new SignJWT({ role })
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime("1h")
      .sign(realtime.server.keys.jwtSecret);
    await expect(enter("room:open", token)).rejects.toThrow(refusal("room:open"));
  },
);

test("policies decide who may join a private channel", async () => {
  await expect(enter("room:open")).rejects.toThrow(refusal("room:open"));
  await expect(enter("other", ada)).rejects.toThrow(refusal("other"));
  await expect(enter("room:open", ada)).resolves.toBeDefined();
  await expect(enter("other", realtime.server.keys.serviceRole)).resolves.toBeDefined();
});

test("a refused join is logged", async () => {
  warnings.length = 0;
  await expect(enter("other", ada)).rejects.toThrow();
  expect(warnings).toEqual([
    {
      path: "realtime:other",
      remote_addr: "127.0.0.1",
      error_code: "Unauthorized",
      message: "join refused",
    },
  ]);
});

test("a policy that fails denies the join", async () => {
  await expect(enter("fails", ada)).rejects.toThrow(refusal("fails"));
});

test("a topic with a character that PostgreSQL rejects is refused", async () => {
  await expect(enter("room:\0", ada)).rejects.toThrow("Unauthorized");
});

test("policies decide who may broadcast and track presence", async () => {
  const prepare = (channel: RealtimeChannel) => channel.on("presence", { event: "sync" }, () => {});
  const openRoom = await enter("room:open", ada, prepare);
  expect(await openRoom.channel.send({ type: "broadcast", event: "a", payload: {} })).toBe("ok");
  expect(await openRoom.channel.track({ present: true })).toBe("ok");

  const closedRoom = await enter("room:closed", ada, prepare);
  // As in the reference, a broadcast that is not allowed receives no reply.
  const sendResult = closedRoom.channel.send(
    { type: "broadcast", event: "a", payload: {} },
    { timeout: 300 },
  );
  expect(await sendResult).toBe("timed out");
  expect(await closedRoom.channel.track({ present: true })).toBe("error");
  expect(closedRoom.messages).toEqual([]);
  await eventually(() => expect(openRoom.messages).toHaveLength(1));
});

test("a client that may only read presence receives no broadcasts", async () => {
  const received: unknown[] = [];
  const prepare = (channel: RealtimeChannel) =>
    channel.on("presence", { event: "sync" }, () => received.push(channel.presenceState()));
  const room = await enter("presence", ada, prepare);
  const admin = await enter("presence", realtime.server.keys.serviceRole);
  await admin.channel.send({ type: "broadcast", event: "a", payload: {} });
  await admin.channel.track({ name: "admin" });
  await eventually(() => expect(Object.keys(room.channel.presenceState())).toHaveLength(1));
  expect(room.messages).toEqual([]);
});

test("a private channel receives nothing from the public channel of the same name", async () => {
  const privateRoom = await enter("room:open", ada);
  const publicRoom = await join(await connect(realtime.server), "room:open");
  await publicRoom.channel.send({ type: "broadcast", event: "public", payload: {} });
  await privateRoom.channel.send({ type: "broadcast", event: "private", payload: {} });
  expect(privateRoom.messages).toMatchObject([{ event: "private" }]);
  expect(publicRoom.messages).toEqual([]);
});

test("querying the policies leaves no rows in the table", async () => {
  await enter("room:open", ada);
  const { rows } = await realtime.server.database.query(
    sql`select from realtime.messages where payload is null and binary_payload is null`,
  );
  expect(rows).toEqual([]);
});

test("a new token without read permission ends the channel", async () => {
  const client = await connect(realtime.server, ada);
  const room = await join(client, "room:open", { private: true });
  await client.setAuth(realtime.server.keys.anon);
  await eventually(() => expect(room.statuses).toContain("CLOSED"));
  expect(room.system).toMatchObject([
    {
      status: "error",
      message: "You do not have permissions to read from this Channel topic: room:open",
    },
  ]);
});

test("messages that wait for the policies are delivered in order", async () => {
  const raw = await openRaw(realtime.server);
  const config = { private: true, broadcast: { self: true } };
  const access = { access_token: ada };
  expect(await raw.join("room:open", config, access)).toMatchObject({ status: "ok" });
  const sentNumbers = Array.from({ length: 200 }, (_, n) => n);
  for (const n of sentNumbers) raw.send("join 1", null, "realtime:room:open", "broadcast", { n });
  const receivedNumbers = () =>
    raw.messages.filter(([, , , event]) => event === "broadcast").map(([, , , , { n }]) => n);
  await eventually(() => expect(receivedNumbers()).toEqual(sentNumbers));
  raw.socket.terminate();
});

test("a client that leaves while the policies are queried leaves no presence behind", async () => {
  const prepare = (channel: RealtimeChannel) => channel.on("presence", { event: "sync" }, () => {});
  const watcher = await enter("room:open", ada, prepare);
  for (let n = 0; n < 5; n++) {
    const raw = await openRaw(realtime.server);
    await raw.join(
      "room:open",
      { private: true, presence: { key: "ghost" } },
      { access_token: ada },
    );
    raw.send("join 1", null, "realtime:room:open", "presence", { event: "track", payload: { n } });
    raw.socket.close();
    await raw.closed;
  }
  await watcher.channel.track({ present: true });
  await eventually(() => expect(Object.keys(watcher.channel.presenceState())).toHaveLength(1));
  const other = await enter("room:open", ada, prepare);
  await eventually(() => expect(Object.keys(other.channel.presenceState())).toHaveLength(1));
  expect(other.channel.presenceState()).not.toHaveProperty("ghost");
});

test("a client that tracks without presence in its config receives presence messages from then on", async () => {
  const raw = await openRaw(realtime.server);
  await raw.join("room:open", { private: true }, { access_token: ada });
  raw.send("join 1", "t", "realtime:room:open", "presence", { event: "track", payload: {} });
  expect(await raw.answerTo("t")).toMatchObject({ status: "ok" });
  const other = await enter("room:open", ada);
  await other.channel.track({ n: 1 });
  await eventually(() =>
    expect(raw.messages.some(([, , , event]) => event === "presence_diff")).toBe(true),
  );
  raw.socket.terminate();
});
