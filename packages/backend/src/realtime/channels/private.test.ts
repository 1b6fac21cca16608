import type { RealtimeChannel } from "@supabase/realtime-js";
import { SignJWT } from "jose";
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

let running: RealtimeServer;
let ada: string;
const log: object[] = [];
beforeAll(async () => {
  const warn = (fields: object, message: string) => void log.push({ ...fields, message });
  running = await startRealtimeServer({
    migration: policies,
    log: { error: () => {}, warn, info: () => {} },
  });
  ada = await running.signUp("ada@example.com");
});
afterEach(disconnectAll);
afterAll(() => running.close());

const enter = async (
  topic: string,
  token?: string,
  prepare?: (channel: RealtimeChannel) => void,
  broadcast = { self: true, ack: true },
) => join(await connect(running.server, token), topic, { private: true, broadcast }, prepare);

const refusal = (topic: string) =>
  `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`;

test.each(["postgres", "authenticator", "none", "nobody"])(
  "a token for the role %s, which is not granted to authenticator, is refused",
  async (role) => {
    const token = await new SignJWT({ role })
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime("1h")
      .sign(running.server.keys.jwtSecret);
    await expect(enter("room:open", token)).rejects.toThrow(refusal("room:open"));
  },
);

test("policies decide who may join a private channel", async () => {
  await expect(enter("room:open")).rejects.toThrow(refusal("room:open"));
  await expect(enter("other", ada)).rejects.toThrow(refusal("other"));
  await expect(enter("room:open", ada)).resolves.toBeDefined();
  await expect(enter("other", running.server.keys.serviceRole)).resolves.toBeDefined();
});

test("a refused join is logged", async () => {
  log.length = 0;
  await expect(enter("other", ada)).rejects.toThrow();
  expect(log).toEqual([
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
  const open = await enter("room:open", ada, prepare);
  expect(await open.channel.send({ type: "broadcast", event: "a", payload: {} })).toBe("ok");
  expect(await open.channel.track({ present: true })).toBe("ok");

  const closed = await enter("room:closed", ada, prepare);
  // As in the reference, a broadcast that is not allowed gets no reply.
  const sent = closed.channel.send(
    { type: "broadcast", event: "a", payload: {} },
    { timeout: 300 },
  );
  expect(await sent).toBe("timed out");
  expect(await closed.channel.track({ present: true })).toBe("error");
  expect(closed.messages).toEqual([]);
  await eventually(() => expect(open.messages).toHaveLength(1));
});

test("a client that may only read presence receives no broadcasts", async () => {
  const received: unknown[] = [];
  const prepare = (channel: RealtimeChannel) =>
    channel.on("presence", { event: "sync" }, () => received.push(channel.presenceState()));
  const joined = await enter("presence", ada, prepare);
  const admin = await enter("presence", running.server.keys.serviceRole);
  await admin.channel.send({ type: "broadcast", event: "a", payload: {} });
  await admin.channel.track({ name: "admin" });
  await eventually(() => expect(Object.keys(joined.channel.presenceState())).toHaveLength(1));
  expect(joined.messages).toEqual([]);
});

test("a private channel receives nothing from the public channel of the same name", async () => {
  const secret = await enter("room:open", ada);
  const open = await join(await connect(running.server), "room:open");
  await open.channel.send({ type: "broadcast", event: "public", payload: {} });
  await secret.channel.send({ type: "broadcast", event: "private", payload: {} });
  expect(secret.messages).toMatchObject([{ event: "private" }]);
  expect(open.messages).toEqual([]);
});

test("querying the policies leaves no rows in the table", async () => {
  await enter("room:open", ada);
  const { rows } = await running.server.database.query(
    sql`select from realtime.messages where payload is null and binary_payload is null`,
  );
  expect(rows).toEqual([]);
});

test("a new token without read permission ends the channel", async () => {
  const client = await connect(running.server, ada);
  const joined = await join(client, "room:open", { private: true });
  await client.setAuth(running.server.keys.anon);
  await eventually(() => expect(joined.statuses).toContain("CLOSED"));
  expect(joined.system).toMatchObject([
    {
      status: "error",
      message: "You do not have permissions to read from this Channel topic: room:open",
    },
  ]);
});

test("messages that wait for the policies are delivered in order", async () => {
  const raw = await openRaw(running.server);
  const config = { private: true, broadcast: { self: true } };
  const access = { access_token: ada };
  expect(await raw.join("room:open", config, access)).toMatchObject({ status: "ok" });
  const numbersSent = Array.from({ length: 200 }, (_, n) => n);
  for (const n of numbersSent) raw.send("join 1", null, "realtime:room:open", "broadcast", { n });
  const numbers = () =>
    raw.messages.filter(([, , , event]) => event === "broadcast").map(([, , , , { n }]) => n);
  await eventually(() => expect(numbers()).toEqual(numbersSent));
  raw.socket.terminate();
});

test("a client that leaves while the policies are queried leaves no presence behind", async () => {
  const prepare = (channel: RealtimeChannel) => channel.on("presence", { event: "sync" }, () => {});
  const watcher = await enter("room:open", ada, prepare);
  for (let n = 0; n < 5; n++) {
    const raw = await openRaw(running.server);
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
  const raw = await openRaw(running.server);
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
