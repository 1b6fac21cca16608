import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { openRaw, type RawSocket } from "../../../test/servers/raw-socket.ts";
import { type RealtimeServer, startRealtimeServer } from "../../../test/servers/realtime-server.ts";

let realtime: RealtimeServer;
beforeAll(async () => {
  realtime = await startRealtimeServer();
});
afterAll(() => realtime.close());

/** Stops the clock of the rate limits, so that a burst falls into one window on slow machines too. */
const stopClock = () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
};

const open = (vsn?: string) => openRaw(realtime.server, vsn ? { vsn } : {});
const expectAlive = async ({ send, answerTo }: RawSocket, ref = String(Math.random())) => {
  send(null, ref, "phoenix", "heartbeat", {});
  expect(await answerTo(ref)).toEqual({ status: "ok", response: {} });
};

describe("malformed frames", () => {
  const binary = (...bytes: number[]) => Buffer.from(bytes);

  test.each<[string, string | Buffer]>([
    ["no content", ""],
    ["invalid JSON", "{"],
    ["a number", "1"],
    ["null", "null"],
    ["an object", "{}"],
    ["too few parts", '["1","1","realtime:a","phx_join"]'],
    ["a topic that is a number", '["1","1",1,"phx_join",{}]'],
    ["an event that is a list", '["1","1","realtime:a",[],{}]'],
    ["a ref that is an object", '["1",{},"realtime:a","phx_join",{}]'],
    ["deep nesting", "[".repeat(50_000)],
    ["an empty binary body", binary()],
    ["a single byte", binary(3)],
    ["a kind that only servers send", binary(4, 0, 0, 0, 0)],
    ["an unknown kind", binary(9, 1, 1, 1, 1, 1, 1)],
    ["lengths beyond its end", binary(3, 255, 255, 255, 255, 255, 1, 65)],
    ["invalid JSON in a binary body", binary(3, 0, 0, 1, 1, 0, 1, 65, 66, 123)],
  ])("a malformed frame with %s is dropped and the socket stays open", async (_, frame) => {
    const raw = await open();
    raw.socket.send(frame);
    await expectAlive(raw);
    raw.socket.terminate();
  });

  test("malformed frames are also dropped in version 1.0.0", async () => {
    const { socket, messages } = await openRaw(realtime.server, { vsn: "1.0.0" });
    for (const frame of ["[]", "null", "{}", '{"topic":"phoenix","event":1}', Buffer.from([3])]) {
      socket.send(frame);
    }
    socket.send(JSON.stringify({ topic: "phoenix", event: "heartbeat", payload: {}, ref: "7" }));
    await eventually(() =>
      expect(messages).toEqual([
        {
          topic: "phoenix",
          event: "phx_reply",
          ref: "7",
          payload: { status: "ok", response: {} },
        },
      ]),
    );
    socket.terminate();
  });

  test("text that is not UTF-8 closes the socket, as RFC 6455 requires", async () => {
    const { socket, closed } = await open();
    socket.send(Buffer.from([0xff, 0xfe]), { binary: false });
    expect(await closed).toMatchObject({ code: 1007 });
  });

  test("a frame that is too large closes the socket", async () => {
    const { socket, closed } = await open();
    socket.send("x".repeat(5_000_001));
    expect(await closed).toMatchObject({ code: 1009 });
  });
});

describe("joins", () => {
  test.each([
    ["realtime:", "TopicNameRequired: You must provide a topic name"],
    ["other:a", "unmatched topic"],
    [`realtime:${"x".repeat(1_025)}`, "unmatched topic"],
    ["phoenix", "unmatched topic"],
    ["", "unmatched topic"],
  ])("a join of the topic %j is refused", async (topic, reason) => {
    const { send, answerTo, socket } = await open();
    send("1", "1", topic, "phx_join", {});
    expect(await answerTo("1")).toEqual({ status: "error", response: { reason } });
    socket.terminate();
  });

  test("a join whose config is too large is refused", async () => {
    const { send, answerTo, socket } = await open();
    const long = "x".repeat(100_000);
    const joins: [topic: string, config: object][] = [
      ["a", { presence: { key: long } }],
      ["b", { postgres_changes: [{ table: "a", more: long }] }],
    ];
    for (const [index, [topic, config]] of joins.entries()) {
      const ref = String(index);
      send(ref, ref, `realtime:${topic}`, "phx_join", { config });
      const response = { reason: "The join is too large" };
      expect(await answerTo(ref)).toEqual({ status: "error", response });
    }
    socket.terminate();
  });

  test("a join with a malformed payload uses the default config", async () => {
    const { send, answerTo, socket } = await open();
    const payloads = [
      null,
      1,
      "x",
      [],
      { config: 1 },
      { config: { broadcast: [], presence: "x" } },
    ];
    for (const [index, payload] of payloads.entries()) {
      const ref = `p${index}`;
      send(ref, ref, `realtime:${index}`, "phx_join", payload);
      expect(await answerTo(ref)).toEqual({ status: "ok", response: { postgres_changes: [] } });
    }
    socket.terminate();
  });

  test("a second join of a topic closes the first channel", async () => {
    const { join, messages, send, answerTo, socket } = await open();
    await join("a");
    await join("a", { broadcast: { ack: true } });
    expect(messages).toContainEqual(["join 1", "join 1", "realtime:a", "phx_close", {}]);
    // A frame with the ref of the first join is ignored.
    send("join 1", "late", "realtime:a", "phx_leave", {});
    send("join 2", "now", "realtime:a", "broadcast", { event: "x", payload: {} });
    expect(await answerTo("now")).toEqual({ status: "ok", response: {} });
    expect(messages.some(([, ref]) => ref === "late")).toBe(false);
    socket.terminate();
  });

  test("a join above a hundred channels is refused until another channel is left", async () => {
    const { join, send, answerTo, socket } = await open();
    for (let count = 0; count < 100; count++) await join(`t${count}`);
    expect(await join("more")).toEqual({
      status: "error",
      response: { reason: "ChannelRateLimitReached: Too many channels" },
    });
    send("join 1", "leave", "realtime:t0", "phx_leave", {});
    expect(await answerTo("leave")).toEqual({ status: "ok", response: {} });
    expect(await join("more")).toMatchObject({ status: "ok" });
    socket.terminate();
  });
});

test("a channel that was left confirms it and ignores later messages", async () => {
  const { join, send, answerTo, messages, socket } = await open();
  await join("a");
  send("join 1", "2", "realtime:a", "phx_leave", {});
  await answerTo("2");
  await eventually(() =>
    expect(messages.at(-1)).toEqual(["join 1", "join 1", "realtime:a", "phx_close", {}]),
  );
  send("join 1", "3", "realtime:a", "broadcast", { event: "x" });
  expect(await answerTo("3")).toEqual({
    status: "error",
    response: { reason: "unmatched topic" },
  });
  send("join 1", "4", "realtime:a", "phx_leave", {});
  expect(await answerTo("4")).toEqual({ status: "ok", response: {} });
  socket.terminate();
});

test("unknown events and malformed payloads are ignored", async () => {
  const raw = await open();
  await raw.join("a", {
    presence: { enabled: true, key: {} },
    broadcast: { ack: true, self: true },
  });
  for (const event of [
    "unknown",
    "phx_close",
    "phx_error",
    "broadcast",
    "presence",
    "access_token",
  ]) {
    for (const payload of [null, 1, "x", [], {}, { event: 1 }, { event: "track", payload: [] }]) {
      raw.send("join 1", null, "realtime:a", event, payload);
    }
    raw.send("join 1", null, "realtime:a", event, { access_token: { a: 1 } });
  }
  await expectAlive(raw);
  expect(raw.socket.readyState).toBe(raw.socket.OPEN);
  raw.socket.terminate();
});

test("a deeply nested payload is ignored", async () => {
  const raw = await open();
  await raw.join("deep", { broadcast: { self: true }, presence: { enabled: true } });
  const deep = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;
  for (const event of ["broadcast", "presence", "phx_join", "access_token"]) {
    const payload = `{"event":"track","payload":${deep},"config":${deep}}`;
    raw.socket.send(`["join 1","${event}","realtime:deep","${event}",${payload}]`);
  }
  const head = Buffer.from([3, 6, 0, 13, 1, 0, 1]);
  raw.socket.send(Buffer.concat([head, Buffer.from(`join 1realtime:deepx${deep}`)]));
  await expectAlive(raw);
  raw.socket.terminate();
});

test("a presence payload that is not an object and an unknown presence event are refused", async () => {
  const { join, send, answerTo, socket } = await open();
  await join("a", { presence: { enabled: true } });
  send("join 1", "1", "realtime:a", "presence", { type: "presence", event: "TRACK", payload: [1] });
  expect(await answerTo("1")).toEqual({
    status: "error",
    response: { reason: "Presence track payload must be a map" },
  });
  send("join 1", "2", "realtime:a", "presence", { event: "dance" });
  expect(await answerTo("2")).toEqual({ status: "error", response: {} });
  socket.terminate();
});

test("the total size that the channels of a socket track is limited", async () => {
  const { join, send, answerTo, messages, socket } = await open();
  const track = (channel: number, size: number, ref: string) => {
    const payload = { text: "x".repeat(size) };
    const message = { event: "track", payload };
    send(`join ${channel}`, ref, `realtime:tracked ${channel}`, "presence", message);
  };
  for (const channel of [1, 2]) await join(`tracked ${channel}`);
  track(1, 2_900_000, "1");
  expect(await answerTo("1")).toMatchObject({ status: "ok" });
  track(1, 1_500_000, "2");
  expect(await answerTo("2")).toMatchObject({ status: "ok" });
  track(2, 1_400_000, "3");
  expect(await answerTo("3")).toMatchObject({ status: "ok" });
  track(2, 1_600_000, "4");
  const closed = ["join 2", "join 2", "realtime:tracked 2", "phx_close", {}];
  await eventually(() => expect(messages).toContainEqual(closed));
  expect(messages).toContainEqual([
    "join 2",
    null,
    "realtime:tracked 2",
    "system",
    {
      extension: "system",
      status: "error",
      message: "Track message size exceeded",
      channel: "tracked 2",
    },
  ]);
  track(1, 2_900_000, "5");
  expect(await answerTo("5")).toMatchObject({ status: "ok" });
  socket.terminate();
});

test("a broadcast that is too large is refused with an error and not delivered", async () => {
  const { join, send, answerTo, messages, socket } = await open();
  await join("a", { broadcast: { ack: true, self: true } });
  send("join 1", "1", "realtime:a", "broadcast", { event: "x", text: "x".repeat(3_001_000) });
  expect(await answerTo("1")).toEqual({ status: "error", response: "payload_size_exceeded" });
  expect(messages.some(([, , , event]) => event === "broadcast")).toBe(false);
  socket.terminate();
});

test("a client that floods a channel loses the channel and then the socket, and others are not affected", async () => {
  stopClock();
  const [floodingClient, calmClient] = [await open(), await open()];
  await floodingClient.join("a");
  await calmClient.join("a");
  const message = JSON.stringify(["join 1", null, "realtime:a", "broadcast", { event: "x" }]);
  const floodTimer = setInterval(() => {
    for (let count = 0; count < 2_000; count++) floodingClient.socket.send(message);
  });
  const { code, reason } = await floodingClient.closed.finally(() => clearInterval(floodTimer));
  expect({ code, reason }).toEqual({ code: 1008, reason: "Too many messages per second" });
  expect(floodingClient.messages).toContainEqual([
    "join 1",
    null,
    "realtime:a",
    "system",
    {
      extension: "system",
      status: "error",
      message: "Too many messages per second",
      channel: "a",
    },
  ]);
  await expectAlive(calmClient);
  calmClient.socket.terminate();
});

test("a client that joins and leaves too often is disconnected", async () => {
  stopClock();
  const { socket, closed, messages } = await open();
  for (let count = 0; count < 501; count++) {
    socket.send(JSON.stringify([`${count}`, `${count}`, "realtime:a", "phx_join", {}]));
  }
  expect(await closed).toEqual({ code: 1008, reason: "Too many joins per second" });
  expect(messages).toContainEqual([
    "500",
    "500",
    "realtime:a",
    "phx_reply",
    {
      status: "error",
      response: { reason: "ClientJoinRateLimitReached: Too many joins per second" },
    },
  ]);
});

test("a connection that breaks during its handshake does not affect the server", async () => {
  const { hostname, port } = new URL(realtime.server.origin);
  const rejectedConnection = connect(Number(port), hostname);
  await once(rejectedConnection, "connect");
  rejectedConnection.write(
    `GET /realtime/v1/websocket?apikey=${realtime.server.keys.publishable} HTTP/1.1\r\n` +
      "Host: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\n\r\n",
  );
  const [response] = await once(rejectedConnection, "data");
  expect(String(response)).toMatch(/^HTTP\/1.1 400 /);
  const brokenConnection = connect(Number(port), hostname);
  brokenConnection.write(
    "GET /realtime/v1/websocket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
  );
  brokenConnection.resetAndDestroy();
  await sleep(50);
  const raw = await open();
  await expectAlive(raw);
  raw.socket.terminate();
});
