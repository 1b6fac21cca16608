import { once } from "node:events";
import { Hono } from "hono";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { WebSocket } from "ws";
import { silentLog } from "../../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import { eventually } from "../../../test/eventually.ts";
import { openRaw, type RawSocket } from "../../../test/servers/raw-socket.ts";
import type { Database } from "../../database/port.ts";
import { trustForwarding } from "../../http/caller/client-address.ts";
import { type Listening, listen } from "../../http/listening/listen.ts";
import { upgradesFor } from "../../http/listening/upgrades.ts";
import { createRealtime, type RealtimeWire } from "../app.ts";
import type { TableChanges } from "../changes/port.ts";
import { hostedLimits, type Limits } from "../limits.ts";

/** These tests create the realtime wire without the rest of the server, with limits that are easy to exceed. */

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const openWires: { wire: RealtimeWire; port: Listening }[] = [];
afterEach(async () => {
  for (const { wire, port } of openWires.splice(0)) await Promise.all([wire.close(), port.close()]);
});

/** Table changes whose subscriptions never complete. A join waits three seconds for them. */
const neverSubscribing: TableChanges = {
  subscribe: () => new Promise(() => {}),
  close: async () => {},
};

async function serve(limits: Partial<Limits>, changes?: TableChanges) {
  const wire = createRealtime({
    isPrivateOnly: false,
    database,
    log: silentLog,
    changes,
    limits: { ...hostedLimits, ...limits },
    authenticate: async (credential) => {
      const [role = "", sub] = credential === "x" ? ["anon"] : credential.split(":");
      return { claims: { role, ...(sub && { sub }) }, isKey: true };
    },
  });
  const app = new Hono()
    .use(trustForwarding({ header: "x-forwarded-for", proxies: 1 }, silentLog))
    .route("/realtime/v1", wire.app);
  const port = await listen({ host: "127.0.0.1", port: 0 }, () => {}, upgradesFor(app));
  openWires.push({ wire, port });
  return { wire, app, origin: port.origin, keys: { publishable: "x" } };
}

test("a socket above the limit is refused until another one closes", async () => {
  const server = await serve({ connections: 1 });
  const { socket, closed } = await openRaw(server);
  expect(await refusalOf(server.origin)).toEqual([429, { error: "Too many connected users" }]);
  socket.close();
  await closed;
  await eventually(() => expect(server.wire.counts.sockets).toBe(0));
  const next = await openRaw(server);
  next.socket.terminate();
});

/** Stops the clock of the server's timeouts until the test ends. */
function stopClock() {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Resolves when the server has answered a ping. The server has then read everything that was sent before. */
async function ping({ socket }: RawSocket) {
  socket.ping();
  await once(socket, "pong");
}

/** Requests another socket and returns the status and body of its refusal. */
async function refusalOf(origin: string, headers = {}) {
  const webSocket = new WebSocket(`${origin}/realtime/v1/websocket?apikey=x`, { headers });
  const [status, body] = await new Promise<[number | undefined, string]>((resolve, reject) => {
    webSocket.once("open", () => reject(new Error("The socket was opened.")));
    webSocket.once("unexpected-response", (_, response) => {
      let text = "";
      response.on("data", (data) => (text += data));
      response.on("end", () => resolve([response.statusCode, text]));
    });
  });
  return [status, JSON.parse(body)];
}

const fromAddress = (address: string) => ({ headers: { "x-forwarded-for": address } });

test("the socket limit of one network does not affect other networks", async () => {
  const server = await serve({ networkConnections: 2 });
  const first = await openRaw(server, fromAddress("2001:db8:1:1::1"));
  const second = await openRaw(server, fromAddress("2001:db8:1:1::2"));
  const refusal = await refusalOf(server.origin, fromAddress("2001:db8:1:1::3").headers);
  expect(refusal).toEqual([429, { error: "Too many connected users" }]);
  const other = await openRaw(server, fromAddress("2001:db8:1:2::1"));
  first.socket.close();
  await first.closed;
  await eventually(() => expect(server.wire.counts.sockets).toBe(2));
  const third = await openRaw(server, fromAddress("2001:db8:1:1::3"));
  for (const { socket } of [second, other, third]) socket.terminate();
});

test("a socket whose message does not complete is closed even if it pings", async () => {
  stopClock();
  const server = await serve({ silenceMs: 500, messageArrivalMs: 100 });
  const [slow, calm] = [await openRaw(server), await openRaw(server)];
  slow.socket.send("x".repeat(1_000), { fin: false });
  for (let count = 0; count < 2; count++) {
    await ping(slow);
    await ping(calm);
    vi.advanceTimersByTime(60);
  }
  expect(await slow.closed).toEqual({ code: 1008, reason: "Message takes too long" });
  expect(calm.socket.readyState).toBe(WebSocket.OPEN);
  calm.socket.terminate();
});

const allChanges = { postgres_changes: [{ event: "*", schema: "public" }] };
const broadcast = (ref: string, topic: string, length: number) => {
  const payload = { type: "broadcast", event: "text", payload: "x".repeat(length) };
  return [ref, null, `realtime:${topic}`, "broadcast", payload];
};

test("a socket is closed when too many messages wait for its channels to be joined", async () => {
  const server = await serve({ unreadBytes: 250_000 }, neverSubscribing);
  const [sender, joining, joined] = [
    await openRaw(server),
    await openRaw(server),
    await openRaw(server),
  ];
  await sender.join("one");
  await joined.join("one");
  for (const topic of ["one", "two"]) {
    joining.send(topic, topic, `realtime:${topic}`, "phx_join", { config: allChanges });
  }
  joining.send(null, "beat", "phoenix", "heartbeat", {});
  await joining.answerTo("beat");
  for (let count = 0; count < 3; count++) sender.send(...broadcast("join 1", "one", 100_000));
  expect(await joining.closed).toEqual({ code: 1008, reason: "Too many unread messages" });
  await eventually(() =>
    expect(joined.messages.filter(([, , , event]) => event === "broadcast")).toHaveLength(3),
  );
  for (const { socket } of [sender, joined]) socket.terminate();
});

test.each([
  ["this process", { processUnreadBytes: 4_000_000 }],
  ["one network", { networkUnreadBytes: 4_000_000 }],
])("clients that read nothing are disconnected above the limit of %s", async (_, limits) => {
  const server = await serve({ unreadBytes: 1_000_000_000, ...limits });
  const member = await openRaw(server, fromAddress("192.0.2.1"));
  const config = { presence: { enabled: true } };
  await member.join("crowd", config);
  const state = { type: "presence", event: "track", payload: { text: "x".repeat(2_000_000) } };
  member.send("join 1", "track", "realtime:crowd", "presence", state);
  await member.answerTo("track");
  const { counts } = server.wire;
  const hoarders = await Promise.all(
    [1, 2, 3].map(() => openRaw(server, fromAddress("192.0.2.2"))),
  );
  for (const { socket, send } of hoarders) {
    socket.pause();
    const openBefore = counts.sockets;
    // The server answers each join with the whole state. Repeat it, because the system buffers the first answers.
    for (let count = 1; counts.sockets === openBefore; count++) {
      const sentBefore = counts.sent;
      send(`${count}`, `${count}`, "realtime:crowd", "phx_join", { config });
      await eventually(() =>
        expect(counts.sent > sentBefore + 1 || counts.sockets < openBefore).toBe(true),
      );
    }
  }
  const reader = await openRaw(server, fromAddress("192.0.2.3"));
  await reader.join("crowd", config);
  await eventually(() =>
    expect(reader.messages.map(([, , , event]) => event)).toContain("presence_state"),
  );
  for (const { socket } of [member, reader, ...hoarders]) socket.terminate();
});

test("a client whose channels wait with large frames is not read until they have joined", async () => {
  const server = await serve({}, neverSubscribing);
  const { socket, send, messages, answerTo } = await openRaw(server);
  send("join", "join", "realtime:one", "phx_join", { config: allChanges });
  for (let count = 0; count < 12; count++) send(...broadcast("join", "one", 60_000));
  send(null, "beat", "phoenix", "heartbeat", {});
  await answerTo("beat");
  expect(messages.map(([, ref]) => ref)).toEqual(["join", "beat"]);
  socket.terminate();
});

test.each([
  ["this process", { unfinishedBytes: 100_000 }, "192.0.2.1", "192.0.2.2"],
  ["one network", { networkUnfinishedBytes: 100_000 }, "192.0.2.1", "192.0.2.1"],
])(
  "the socket with the largest unfinished message of %s is terminated above the limit",
  async (_, limits, firstAddress, secondAddress) => {
    const server = await serve(limits);
    const hoarder = await openRaw(server, fromAddress(firstAddress));
    const modest = await openRaw(server, fromAddress(secondAddress));
    const completing = await openRaw(server, fromAddress(secondAddress));
    for (let count = 0; count < 10; count++) {
      completing.socket.send(
        JSON.stringify([null, `${count}`, "phoenix", "heartbeat", { x: "x".repeat(50_000) }]),
      );
      await completing.answerTo(`${count}`);
    }
    hoarder.socket.send("x".repeat(70_000), { fin: false });
    hoarder.socket.ping();
    await new Promise((resolve) => hoarder.socket.once("pong", resolve));
    modest.socket.send("x".repeat(40_000), { fin: false });
    expect(await hoarder.closed).toMatchObject({ code: 1006 });
    modest.socket.ping();
    await new Promise((resolve) => modest.socket.once("pong", resolve));
    for (const { socket } of [modest, completing]) socket.terminate();
  },
);

test("many small unfinished messages do not cost another sender a larger one", async () => {
  const server = await serve({ unfinishedBytes: 100_000 });
  const hoarders = [];
  for (let network = 1; network <= 3; network++) {
    const hoarder = await openRaw(server, fromAddress(`2001:db8:1:${network}::1`));
    hoarder.socket.send("x".repeat(30_000), { fin: false });
    hoarders.push(hoarder);
  }
  // Send pings to let time pass, so that the unfinished messages become older.
  for (let count = 0; count < 100; count++) {
    for (const { socket } of hoarders) {
      socket.ping();
      await new Promise((resolve) => socket.once("pong", resolve));
    }
  }
  const sender = await openRaw(server, fromAddress("192.0.2.1"));
  const payload = { x: "x".repeat(50_000) };
  sender.socket.send(JSON.stringify([null, "1", "phoenix", "heartbeat", payload]));
  expect(await sender.answerTo("1")).toBeDefined();
  expect(await Promise.race(hoarders.map(({ closed }) => closed))).toMatchObject({ code: 1006 });
  for (const { socket } of [...hoarders, sender]) socket.terminate();
});

test("the HTTP rate limit of an anonymous caller does not affect other callers", async () => {
  stopClock();
  const { app } = await serve({ httpMessagesPerSecond: 1 });
  const post = async (apikey: string, address: string) => {
    const response = await app.request("/realtime/v1/api/broadcast/a/events/x", {
      method: "POST",
      headers: { apikey, "content-type": "application/json", ...fromAddress(address).headers },
      body: "{}",
    });
    return response.status;
  };
  const exhaust = async (apikey: string, address: string) => {
    let status = 202;
    for (let count = 0; count < 100 && status === 202; count++)
      status = await post(apikey, address);
    return status;
  };
  expect(await exhaust("anon", "192.0.2.1")).toBe(429);
  const batch = await app.request("/realtime/v1/api/broadcast", {
    method: "POST",
    headers: {
      apikey: "anon",
      "content-type": "application/json",
      ...fromAddress("192.0.2.1").headers,
    },
    body: "a body that is not read",
  });
  expect([batch.status, await batch.json()]).toEqual([429, { message: "Too many requests" }]);
  expect(await exhaust("authenticated:ada", "192.0.2.1")).toBe(429);
  expect(await post("authenticated:ada", "192.0.2.3")).toBe(429);
  expect(await post("anon", "192.0.2.2")).toBe(202);
  expect(await post("authenticated:bob", "192.0.2.1")).toBe(202);
  expect(await post("service_role", "192.0.2.1")).toBe(202);
});

test("a silent socket is closed and one with heartbeats stays open", async () => {
  stopClock();
  const server = await serve({ silenceMs: 300 });
  const [silent, lively] = [await openRaw(server), await openRaw(server)];
  vi.advanceTimersByTime(200);
  lively.send(null, "1", "phoenix", "heartbeat", {});
  await lively.answerTo("1");
  vi.advanceTimersByTime(200);
  expect(await silent.closed).toEqual({ code: 1000, reason: "" });
  expect(lively.socket.readyState).toBe(WebSocket.OPEN);
  lively.socket.terminate();
});

test("a socket without a channel is closed after a timeout", async () => {
  stopClock();
  const server = await serve({ silenceMs: 1_000, noChannelMs: 50 });
  const [idleClient, joinedClient] = [await openRaw(server), await openRaw(server)];
  await joinedClient.join("a");
  vi.advanceTimersByTime(51);
  expect(await idleClient.closed).toEqual({ code: 1000, reason: "" });
  expect(joinedClient.socket.readyState).toBe(WebSocket.OPEN);
  joinedClient.socket.terminate();
});

test("the counts are correct after joins, refusals, leaves and broken sockets", async () => {
  const server = await serve({ channels: 2 });
  const { counts } = server.wire;
  const one = await openRaw(server);
  const other = await openRaw(server);
  await one.join("a");
  await one.join("a");
  await one.join("b");
  await one.join("c");
  await one.join("", {});
  await other.join("a", { private: true });
  await other.join("d");
  expect(counts).toMatchObject({ sockets: 2, channels: 3 });
  one.send("join 3", "leave", "realtime:b", "phx_leave", {});
  await one.answerTo("leave");
  expect(counts.channels).toBe(2);
  one.socket.terminate();
  other.socket.close();
  await eventually(() => expect(counts).toMatchObject({ sockets: 0, channels: 0 }));
});

test("a join with too many postgres_changes entries is refused", async () => {
  const server = await serve({});
  const one = await openRaw(server);
  const entries = Array.from({ length: 101 }, (_, id) => ({ table: "a", id }));
  const refusal = await one.join("a", { postgres_changes: entries });
  expect(refusal).toEqual({ status: "error", response: { reason: "Too many postgres_changes" } });
  const accepted = await one.join("a", { postgres_changes: entries.slice(1) });
  expect(accepted.status).toBe("ok");
  one.socket.terminate();
});

test.each([
  ["payloads", "", "x".repeat(700)],
  ["keys", "k".repeat(700), "x"],
  ["multibyte characters", "", "€".repeat(240)],
])("the %s of a topic's members are limited in total", async (_, key, text) => {
  const server = await serve({ topicPresenceBytes: 1_000 });
  const [one, other] = [await openRaw(server), await openRaw(server)];
  const track = async (socket: typeof one, index: number) => {
    await socket.join("a", { presence: { enabled: true, key: key && key + index } });
    const payload = { type: "presence", event: "track", payload: { text } };
    socket.send("join 1", "track", "realtime:a", "presence", payload);
  };
  await track(one, 1);
  expect((await one.answerTo("track")).status).toBe("ok");
  await track(other, 2);
  await eventually(() =>
    expect(other.messages.at(-1)).toEqual(["join 1", "join 1", "realtime:a", "phx_close", {}]),
  );
  const lateJoiner = await openRaw(server);
  await lateJoiner.join("a", { presence: { enabled: true } });
  const [, , , , presenceState] =
    lateJoiner.messages.find(([, , , event]) => event === "presence_state") ?? [];
  expect(Object.keys(presenceState ?? {})).toHaveLength(1);
  for (const { socket } of [one, other, lateJoiner]) socket.terminate();
});
