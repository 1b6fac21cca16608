import { Hono } from "hono";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { silentLog } from "../../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import { eventually } from "../../../test/eventually.ts";
import { openRaw } from "../../../test/servers/raw-socket.ts";
import { DatabaseUnavailable } from "../../database/errors.ts";
import type { Database } from "../../database/port.ts";
import { type Listening, listen } from "../../http/listening/listen.ts";
import { upgradesFor } from "../../http/listening/upgrades.ts";
import { createRealtime, type RealtimeWire } from "../app.ts";
import type { ChangeSubscriber, TableChanges, TokenClaims } from "../changes/port.ts";
import { subscriptionRefused } from "../errors.ts";
import { hostedLimits } from "../limits.ts";

/** Tests channels with a fake source of table changes. */

let database: Database;
let wire: RealtimeWire;
let port: Listening;
let subscribeResults: (Error | "ok")[] = [];
const subscribers: ChangeSubscriber[] = [];
const updatedClaims: TokenClaims[] = [];
let closedCount = 0;
let verification: Promise<void> | undefined;

const changes: TableChanges = {
  subscribe: async (subscriber) => {
    const result = subscribeResults.shift() ?? "ok";
    if (result !== "ok") throw result;
    subscribers.push(subscriber);
    return {
      updateClaims: (claims) => updatedClaims.push(claims),
      close: () => (closedCount += 1),
    };
  },
  close: async () => {},
};

const claims = { role: "authenticated", sub: "ada", exp: 4_000_000_000 };
beforeAll(async () => {
  database = await openTestDatabase();
  wire = createRealtime({
    isPrivateOnly: false,
    database,
    log: silentLog,
    changes,
    limits: hostedLimits,
    authenticate: async (token) => {
      await verification;
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
  subscribeResults = [];
  subscribers.length = 0;
  updatedClaims.length = 0;
  closedCount = 0;
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

test("the reply to a join assigns ids to its entries, and changes refer to these ids", async () => {
  const { join, messages, socket } = await open();
  const { response } = await join("a", { postgres_changes: [...entries, null, entries[0]] });
  const numberedEntries = response?.["postgres_changes"] as { id: number }[];
  expect(numberedEntries).toEqual(
    [...entries, entries[0]].map((entry) => ({ ...entry, id: expect.any(Number) })),
  );
  const [firstId, secondId, repeatedId] = numberedEntries.map(({ id }) => id);
  expect(firstId).toBe(repeatedId);
  expect(firstId).not.toBe(secondId);
  await eventually(() => expect(messages).toContainEqual(system("ok", "Subscribed to PostgreSQL")));
  expect([...(subscribers[0]?.entries ?? [])]).toEqual([
    [firstId, entries[0]],
    [secondId, entries[1]],
  ]);
  subscribers[0]?.onChange(
    [firstId as number, secondId as number],
    '{"type":"INSERT","record":{"n":1.50}}',
    "INSERT",
  );
  const change = [
    null,
    null,
    "realtime:a",
    "postgres_changes",
    { ids: [firstId, secondId], data: { type: "INSERT", record: { n: 1.5 } } },
  ];
  await eventually(() => expect(messages).toContainEqual(change));
  socket.terminate();
});

test("a refused subscription is reported and not retried", async () => {
  subscribeResults = [subscriptionRefused("Unable to subscribe to changes")];
  const { join, messages, socket } = await open();
  await join("a", { postgres_changes: entries });
  const message = system("error", "Unable to subscribe to changes");
  await eventually(() => expect(messages).toContainEqual(message));
  expect(subscribers).toEqual([]);
  socket.terminate();
});

describe("a client that waits for its table changes", () => {
  const joinConfig = (timeout?: number) => ({
    postgres_changes: entries,
    postgres_changes_options: { wait: true, ...(timeout === undefined ? {} : { timeout }) },
  });

  test("a waiting client joins when the subscription is ready, at a second attempt too", async () => {
    vi.spyOn(Math, "random").mockReturnValue(-0.99);
    subscribeResults = [new DatabaseUnavailable("gone")];
    const { join, socket } = await open();
    expect(await join("a", joinConfig())).toMatchObject({ status: "ok" });
    expect(subscribers).toHaveLength(1);
    vi.restoreAllMocks();
    socket.terminate();
  });

  test("a waiting client's join is refused with the reason of a refused subscription", async () => {
    subscribeResults = [subscriptionRefused("Unable to subscribe to changes")];
    const { join, socket } = await open();
    expect(await join("a", joinConfig())).toMatchObject({
      status: "error",
      response: { reason: "RealtimeDisabledForConfiguration: Unable to subscribe to changes" },
    });
    socket.terminate();
  });

  test("a waiting client's join is refused when the subscription is not ready in time", async () => {
    subscribeResults = [new DatabaseUnavailable("gone")];
    const { join, socket } = await open();
    expect(await join("a", joinConfig(20))).toMatchObject({
      status: "error",
      response: {
        reason:
          "PostgresChangesSubscribeTimeout: The subscription to postgres_changes was not ready within 20 ms",
      },
    });
    socket.terminate();
  });
});

test("a subscription without a database is reported and retried", async () => {
  vi.spyOn(Math, "random").mockReturnValue(-0.99);
  subscribeResults = [new DatabaseUnavailable("gone")];
  const { join, messages, socket } = await open();
  await join("a", { postgres_changes: entries });
  const message = "Realtime was unable to connect to the project database";
  await eventually(() => expect(messages).toContainEqual(system("error", message)));
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
  const nextClaims = { ...claims, n: 2 };
  send("join 1", null, "realtime:a", "access_token", { access_token: JSON.stringify(nextClaims) });
  await eventually(() => expect(updatedClaims).toEqual([nextClaims]));
  send("join 1", "leave", "realtime:a", "phx_leave", {});
  await answerTo("leave");
  expect(closedCount).toBe(1);
  socket.terminate();
});

test("a gap in the changes is reported to the client", async () => {
  const { join, messages, socket } = await open();
  await join("a", { postgres_changes: entries });
  await eventually(() => expect(subscribers).toHaveLength(1));
  subscribers[0]?.onGap();
  await eventually(() =>
    expect(messages).toContainEqual(system("error", "Changes may have been missed")),
  );
  socket.terminate();
});

test("a subscription that ends reports the reason to the client", async () => {
  const { join, messages, socket } = await open();
  await join("a", { postgres_changes: entries });
  await eventually(() => expect(subscribers).toHaveLength(1));
  subscribers[0]?.onEnd(subscriptionRefused("The table is gone"));
  await eventually(() => expect(messages).toContainEqual(system("error", "The table is gone")));
  socket.terminate();
});

test("a join is acknowledged after the subscription, so that no later change is missed", async () => {
  const gate = Promise.withResolvers<void>();
  const { subscribe } = changes;
  vi.spyOn(changes, "subscribe").mockImplementationOnce(async (subscriber) => {
    await gate.promise;
    subscriber.onChange([1], '{"type":"INSERT"}', "INSERT");
    return subscribe(subscriber);
  });
  const { join, messages, socket } = await open();
  const joinReply = join("a", { postgres_changes: entries });
  await join("b");
  const events = () =>
    messages.filter(([, , topic]) => topic === "realtime:a").map((item) => item[3]);
  expect(events()).toEqual([]);
  gate.resolve();
  expect(await joinReply).toMatchObject({ status: "ok" });
  await eventually(() => expect(events()).toEqual(["phx_reply", "postgres_changes", "system"]));
  socket.terminate();
});

test("a client that leaves while its token is verified does not subscribe", async () => {
  const { send, socket } = await open();
  const gate = Promise.withResolvers<void>();
  verification = gate.promise;
  send("1", "1", "realtime:a", "phx_join", { config: { postgres_changes: entries } });
  await eventually(() => expect(wire.counts.channels).toBe(1));
  socket.terminate();
  await eventually(() => expect(wire.counts.channels).toBe(0));
  verification = undefined;
  gate.resolve();
  // Subscriptions keep their order, so the first one would come before this one.
  const laterSocket = await open();
  await laterSocket.join("b", { postgres_changes: [entries[0]] });
  await eventually(() => expect(subscribers).toHaveLength(1));
  expect([...(subscribers[0]?.entries.values() ?? [])]).toEqual([entries[0]]);
  laterSocket.socket.terminate();
});

test("a subscription that completes after its client has left is closed", async () => {
  const gate = Promise.withResolvers<void>();
  vi.spyOn(changes, "subscribe").mockImplementationOnce(async () => {
    await gate.promise;
    return { updateClaims: () => {}, close: () => (closedCount += 1) };
  });
  const { send, socket } = await open();
  send("1", "1", "realtime:a", "phx_join", { config: { postgres_changes: entries } });
  await eventually(() => expect(changes.subscribe).toHaveBeenCalledOnce());
  socket.terminate();
  await eventually(() => expect(wire.counts.channels).toBe(0));
  gate.resolve();
  await eventually(() => expect(closedCount).toBe(1));
});
