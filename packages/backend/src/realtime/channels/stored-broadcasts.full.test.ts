import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import {
  connect,
  disconnectAll,
  join,
  type RealtimeServer,
  startRealtimeServer,
} from "../../../test/servers/realtime-server.ts";

const policies = `
  create policy "read" on realtime.messages for select to authenticated using (true);
  create policy "write" on realtime.messages for insert to authenticated
    with check (realtime.topic() = 'open');`;

let realtime: RealtimeServer;
let ada: string;
beforeAll(async () => {
  realtime = await startRealtimeServer({ migration: policies });
  ada = await realtime.signUp("ada@example.com");
});
afterEach(disconnectAll);
afterAll(() => realtime.close());

const open = async (config: object, topic = "open") =>
  join(await connect(realtime.server, ada, { vsn: "2.0.0" }), topic, { private: true, ...config });

const storedMessage = (payload: unknown, persist: boolean | { ttl?: number } = true) =>
  ({ type: "broadcast", event: "said", payload, persist }) as const;

test("send with persist reaches the others at once, and later channels by replay", async () => {
  const since = Date.now() - 60_000;
  const [sender, present] = [await open({ broadcast: { ack: true } }), await open({})];
  expect(await sender.channel.send(storedMessage({ text: "kept" }))).toBe("ok");
  const bytes = new Uint8Array([1, 2, 3]).buffer;
  expect(await sender.channel.send(storedMessage(bytes))).toBe("ok");
  await eventually(() => expect(present.messages).toHaveLength(2));
  expect(present.messages[0]).toMatchObject({
    payload: { text: "kept" },
    meta: { id: expect.any(String) },
  });
  const later = await open({ broadcast: { replay: { since, limit: 5 } } });
  await eventually(() => expect(later.messages).toHaveLength(2));
  expect(later.messages).toMatchObject([
    { payload: { text: "kept" }, meta: { replayed: true } },
    { payload: bytes, meta: { replayed: true } },
  ]);
  expect(sender.messages).toEqual([]);
});

test("a sender with self receives its stored message once", async () => {
  const sender = await open({ broadcast: { ack: true, self: true } });
  await sender.channel.send(storedMessage({ n: 1 }));
  await sender.channel.send({ type: "broadcast", event: "said", payload: { n: 2 } });
  await eventually(() => expect(sender.messages).toHaveLength(2));
  expect(sender.messages.map(({ payload }) => payload)).toContainEqual({ n: 1 });
});

test("send with a time to live says that messages are kept for three days", async () => {
  const { channel } = await open({ broadcast: { ack: true } });
  expect(await channel.send(storedMessage({}, { ttl: 60 }))).toBe(
    "Stored messages are kept for three days; another time cannot be set",
  );
});

test("a text that PostgreSQL cannot store is answered with an error", async () => {
  const { channel } = await open({ broadcast: { ack: true } });
  expect(await channel.send(storedMessage({ text: "\0" }))).toBe("The message could not be stored");
  expect(await channel.send(storedMessage({ text: "next" }))).toBe("ok");
});

test("a message that policies refuse is neither sent nor stored", async () => {
  const since = Date.now() - 60_000;
  const sender = await open({ broadcast: { ack: true } }, "closed");
  const result = sender.channel.send(storedMessage({ text: "refused" }), { timeout: 300 });
  expect(await result).toBe("timed out");
  const later = await open({ broadcast: { replay: { since, limit: 5 } } }, "closed");
  expect(later.messages).toEqual([]);
});
