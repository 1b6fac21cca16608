import { Hono } from "hono";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { silence } from "../../../test/auth.ts";
import { openTestDatabase } from "../../../test/database.ts";
import { eventually } from "../../../test/eventually.ts";
import { openRaw } from "../../../test/raw-socket.ts";
import { type Database, DatabaseUnavailable } from "../../database/port.ts";
import { type Listening, listen } from "../../http/listening.ts";
import { upgradesFor } from "../../http/upgrades.ts";
import { createRealtime, type RealtimeWire } from "../app.ts";
import {
  type ChangeClaims,
  type ChangeSubscriber,
  ChangesRefused,
  type TableChanges,
} from "../changes/port.ts";
import { hostedLimits } from "../limits.ts";

/** Channels, with a teller of changes that tells what a test says. */

let database: Database;
let wire: RealtimeWire;
let port: Listening;
let answers: (Error | "ok")[] = [];
const subscribers: ChangeSubscriber[] = [];
const renewed: ChangeClaims[] = [];
let closed = 0;
let verifying: Promise<void> | undefined;

const changes: TableChanges = {
  subscribe: async (subscriber) => {
    const answer = answers.shift() ?? "ok";
    if (answer !== "ok") throw answer;
    subscribers.push(subscriber);
    return { renew: (claims) => renewed.push(claims), close: () => (closed += 1) };
  },
  close: async () => {},
};

const claims = { role: "authenticated", sub: "ada", exp: 4_000_000_000 };
beforeAll(async () => {
  database = await openTestDatabase();
  wire = createRealtime({
    isPrivateOnly: false,
    ...{ database, log: silence, changes, limits: hostedLimits },
    verify: async (token) => {
      await verifying;
      return token === "key"
        ? { claims: { role: "anon" }, isKey: true }
        : { claims: JSON.parse(token), isKey: false };
    },
  });
  const app = new Hono().route("/realtime/v1", wire.app);
  port = await listen({ host: "127.0.0.1", port: 0 }, () => {}, upgradesFor(app));
});
afterEach(async () => {
  await eventually(() => expect(wire.counts.sockets).toBe(0));
  answers = [];
  subscribers.length = 0;
  renewed.length = 0;
  closed = 0;
});
afterAll(async () => {
  await Promise.all([wire.close(), port.close()]);
  await database.close();
});

const open = (vsn = "2.0.0") =>
  openRaw({ origin: port.origin, keys: { publishable: "key" } }, { vsn });
const entries = [
  { event: "*", schema: "public", table: "notes" },
  { event: "INSERT", schema: "public", table: "notes", filter: "id=eq.1" },
];
const system = (status: string, message: string) => [
  "join 1",
  null,
  "realtime:a",
  "system",
  { extension: "postgres_changes", status, message, channel: "a" },
];

test("the answer to a join numbers its entries, and changes come by these numbers", async () => {
  const { join, messages, socket } = await open();
  const { response } = await join("a", { postgres_changes: [...entries, null, entries[0]] });
  const numbered = response?.["postgres_changes"] as { id: number }[];
  expect(numbered).toEqual(
    [...entries, entries[0]].map((entry) => ({ ...entry, id: expect.any(Number) })),
  );
  const [first, second, third] = numbered.map(({ id }) => id);
  expect(first).toBe(third);
  expect(first).not.toBe(second);
  await eventually(() => expect(messages).toContainEqual(system("ok", "Subscribed to PostgreSQL")));
  expect([...(subscribers[0]?.wanted ?? [])]).toEqual([
    [first, entries[0]],
    [second, entries[1]],
  ]);
  subscribers[0]?.onChange(
    [first as number, second as number],
    '{"type":"INSERT","record":{"n":1.50}}',
    "INSERT",
  );
  const change = [
    null,
    null,
    "realtime:a",
    "postgres_changes",
    { ids: [first, second], data: { type: "INSERT", record: { n: 1.5 } } },
  ];
  await eventually(() => expect(messages).toContainEqual(change));
  socket.terminate();
});

test("what cannot be told is said, and not tried again", async () => {
  answers = [new ChangesRefused("Unable to subscribe to changes")];
  const { join, messages, socket } = await open();
  await join("a", { postgres_changes: entries });
  const said = system("error", "Unable to subscribe to changes");
  await eventually(() => expect(messages).toContainEqual(said));
  expect(subscribers).toEqual([]);
  socket.terminate();
});

test("without a database it is tried again, and both are said", async () => {
  vi.spyOn(Math, "random").mockReturnValue(-0.99);
  answers = [new DatabaseUnavailable("gone")];
  const { join, messages, socket } = await open();
  await join("a", { postgres_changes: entries });
  const said = "Realtime was unable to connect to the project database";
  await eventually(() => expect(messages).toContainEqual(system("error", said)));
  await eventually(() => expect(messages).toContainEqual(system("ok", "Subscribed to PostgreSQL")));
  vi.restoreAllMocks();
  socket.terminate();
});

test("a new token renews the subscription, and leaving closes it", async () => {
  const { join, send, answerTo, socket } = await open();
  const token = JSON.stringify({ ...claims, n: 1 });
  await join("a", { postgres_changes: entries }, { access_token: token });
  await eventually(() => expect(subscribers).toHaveLength(1));
  expect(subscribers[0]?.claims).toEqual({ ...claims, n: 1 });
  const next = { ...claims, n: 2 };
  send("join 1", null, "realtime:a", "access_token", { access_token: JSON.stringify(next) });
  await eventually(() => expect(renewed).toEqual([next]));
  send("join 1", "leave", "realtime:a", "phx_leave", {});
  await answerTo("leave");
  expect(closed).toBe(1);
  socket.terminate();
});

test("a gap in the changes is said", async () => {
  const { join, messages, socket } = await open();
  await join("a", { postgres_changes: entries });
  await eventually(() => expect(subscribers).toHaveLength(1));
  subscribers[0]?.onGap();
  await eventually(() =>
    expect(messages).toContainEqual(system("error", "Changes may have been missed")),
  );
  socket.terminate();
});

test("a subscription that ends by itself says why", async () => {
  const { join, messages, socket } = await open();
  await join("a", { postgres_changes: entries });
  await eventually(() => expect(subscribers).toHaveLength(1));
  subscribers[0]?.onEnd(new ChangesRefused("The table is gone"));
  await eventually(() => expect(messages).toContainEqual(system("error", "The table is gone")));
  socket.terminate();
});

test("a join is answered when the subscription is made, so that nothing is missed after it", async () => {
  const gate = Promise.withResolvers<void>();
  const { subscribe } = changes;
  vi.spyOn(changes, "subscribe").mockImplementationOnce(async (subscriber) => {
    await gate.promise;
    subscriber.onChange([1], '{"type":"INSERT"}', "INSERT");
    return subscribe(subscriber);
  });
  const { join, messages, socket } = await open();
  const joined = join("a", { postgres_changes: entries });
  await join("b");
  const events = () =>
    messages.filter(([, , topic]) => topic === "realtime:a").map((one) => one[3]);
  expect(events()).toEqual([]);
  gate.resolve();
  expect(await joined).toMatchObject({ status: "ok" });
  await eventually(() => expect(events()).toEqual(["phx_reply", "postgres_changes", "system"]));
  socket.terminate();
});

test("a client that leaves while its token is verified subscribes to nothing", async () => {
  const { send, socket } = await open();
  const gate = Promise.withResolvers<void>();
  verifying = gate.promise;
  send("1", "1", "realtime:a", "phx_join", { config: { postgres_changes: entries } });
  await eventually(() => expect(wire.counts.channels).toBe(1));
  socket.terminate();
  await eventually(() => expect(wire.counts.channels).toBe(0));
  verifying = undefined;
  gate.resolve();
  // A channel that comes later is subscribed later.
  const later = await open();
  await later.join("b", { postgres_changes: [entries[0]] });
  await eventually(() => expect(subscribers).toHaveLength(1));
  expect([...(subscribers[0]?.wanted.values() ?? [])]).toEqual([entries[0]]);
  later.socket.terminate();
});

test("a client that leaves while the subscription is made leaves none behind", async () => {
  const gate = Promise.withResolvers<void>();
  vi.spyOn(changes, "subscribe").mockImplementationOnce(async () => {
    await gate.promise;
    return { renew: () => {}, close: () => (closed += 1) };
  });
  const { send, socket } = await open();
  send("1", "1", "realtime:a", "phx_join", { config: { postgres_changes: entries } });
  await eventually(() => expect(changes.subscribe).toHaveBeenCalledOnce());
  socket.terminate();
  await eventually(() => expect(wire.counts.channels).toBe(0));
  gate.resolve();
  await eventually(() => expect(closed).toBe(1));
});
