import { Hono } from "hono";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { silence } from "../../../test/auth.ts";
import { openTestDatabase } from "../../../test/database.ts";
import { openRaw } from "../../../test/raw-socket.ts";
import type { Database } from "../../database/port.ts";
import { type Listening, listen } from "../../http/listening.ts";
import { upgradesFor } from "../../http/upgrades.ts";
import { createRealtime, type RealtimeWire } from "../app.ts";
import { hostedLimits, type Limits } from "../limits.ts";

/** The wire by itself, with limits that are soon passed. */

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const open: { wire: RealtimeWire; port: Listening }[] = [];
afterEach(async () => {
  for (const { wire, port } of open.splice(0)) await Promise.all([wire.close(), port.close()]);
});

async function serve(limits: Partial<Limits>) {
  const wire = createRealtime({
    ...{ database, log: silence, changes: undefined, limits: { ...hostedLimits, ...limits } },
    verify: async () => ({ claims: { role: "anon" }, isKey: true }),
  });
  const app = new Hono().route("/realtime/v1", wire.app);
  const port = await listen({ host: "127.0.0.1", port: 0 }, () => {}, upgradesFor(app));
  open.push({ wire, port });
  return { wire, origin: port.origin, keys: { publishable: "x" } };
}

test("more sockets than there may be are refused, and one that closes makes room", async () => {
  const server = await serve({ connections: 1 });
  const { socket, closed } = await openRaw(server);
  const more = new WebSocket(`${server.origin}/realtime/v1/websocket?apikey=x`);
  const [response, body] = await new Promise<[number | undefined, string]>((resolve) => {
    more.once("unexpected-response", (_, answer) => {
      let text = "";
      answer.on("data", (data) => (text += data));
      answer.on("end", () => resolve([answer.statusCode, text]));
    });
  });
  expect([response, JSON.parse(body)]).toEqual([429, { error: "Too many connected users" }]);
  socket.close();
  await closed;
  await vi.waitFor(() => expect(server.wire.counts.sockets).toBe(0));
  const next = await openRaw(server);
  next.socket.terminate();
});

test("a silent socket is closed, and one that sends heartbeats is not", async () => {
  const server = await serve({ silence: 300 });
  const [silent, lively] = [await openRaw(server), await openRaw(server)];
  const heart = setInterval(() => lively.send(null, "1", "phoenix", "heartbeat", {}), 50);
  expect(await silent.closed).toEqual({ code: 1000, reason: "" });
  expect(lively.socket.readyState).toBe(WebSocket.OPEN);
  clearInterval(heart);
  lively.socket.terminate();
});

test("a socket without a channel is closed after a while", async () => {
  const server = await serve({ silence: 1_000, withoutChannel: 50 });
  const [idle, joined] = [await openRaw(server), await openRaw(server)];
  await joined.join("a");
  expect(await idle.closed).toEqual({ code: 1000, reason: "" });
  expect(joined.socket.readyState).toBe(WebSocket.OPEN);
  joined.socket.terminate();
});

test("the counts are right after joins, refusals, leaves and broken sockets", async () => {
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
  await vi.waitFor(() => expect(counts).toMatchObject({ sockets: 0, channels: 0 }));
});

test("a join with too many entries about tables is refused before they are looked at", async () => {
  const server = await serve({});
  const one = await openRaw(server);
  const entries = Array.from({ length: 101 }, (_, id) => ({ table: "a", id }));
  const refused = await one.join("a", { postgres_changes: entries });
  expect(refused).toEqual({ status: "error", response: { reason: "Too many postgres_changes" } });
  const taken = await one.join("a", { postgres_changes: entries.slice(1) });
  expect(taken.status).toBe("ok");
  one.socket.terminate();
});

test.each([
  ["payloads", "", "x".repeat(700)],
  ["keys", "k".repeat(700), "x"],
  ["letters of several bytes", "", "€".repeat(240)],
])(
  "the %s of a topic's members are no more than all who join are to be sent",
  async (_, key, text) => {
    const server = await serve({ present: 1_000 });
    const [one, other] = [await openRaw(server), await openRaw(server)];
    const track = async (socket: typeof one, place: number) => {
      await socket.join("a", { presence: { enabled: true, key: key && key + place } });
      const payload = { type: "presence", event: "track", payload: { text } };
      socket.send("join 1", "track", "realtime:a", "presence", payload);
    };
    await track(one, 1);
    expect((await one.answerTo("track")).status).toBe("ok");
    await track(other, 2);
    await vi.waitFor(() =>
      expect(other.messages.at(-1)).toEqual(["join 1", "join 1", "realtime:a", "phx_close", {}]),
    );
    const late = await openRaw(server);
    await late.join("a", { presence: { enabled: true } });
    const [, , , , all] = late.messages.find(([, , , event]) => event === "presence_state") ?? [];
    expect(Object.keys(all ?? {})).toHaveLength(1);
    for (const { socket } of [one, other, late]) socket.terminate();
  },
);
