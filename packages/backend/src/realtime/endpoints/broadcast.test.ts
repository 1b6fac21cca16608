import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
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

const post = (path: string, body: string | undefined, headers: Record<string, string> = {}) =>
  fetch(`${realtime.url}/api/broadcast${path}`, {
    method: "POST",
    headers: { apikey: realtime.server.keys.publishable, ...headers },
    ...(body !== undefined && { body }),
  });
const json = { "content-type": "application/json" };
const asAda = () => ({ ...json, authorization: `Bearer ${ada}` });
const listen = async (topic: string, isPrivate = false, vsn = "2.0.0") =>
  join(await connect(realtime.server, ada, { vsn }), topic, { private: isPrivate });

describe("broadcast of a batch", () => {
  const send = (messages: unknown, headers = asAda()) =>
    post("", JSON.stringify({ messages }), headers);

  test.each(["1.0.0", "2.0.0"])(
    "a batch reaches its topics in version %s of the protocol",
    async (vsn) => {
      const [a, b] = [await listen("a", false, vsn), await listen("b", false, vsn)];
      const message = { topic: "a", event: "x", payload: { n: 1 } };
      const response = await send([message, message, { ...message, topic: "b", id: "mine" }]);
      expect([response.status, await response.text()]).toEqual([202, ""]);
      await eventually(() => expect(a.messages).toHaveLength(2));
      await eventually(() => expect(b.messages).toHaveLength(1));
      expect(a.messages[0]).toEqual({ type: "broadcast", event: "x", payload: { n: 1 } });
      expect(b.messages[0]).toMatchObject({ meta: { id: "mine" } });
    },
  );

  test("a batch skips messages that policies reject without reporting them", async () => {
    const [openChannel, closedChannel] = [await listen("open", true), await listen("closed", true)];
    const message = { event: "x", payload: {}, private: true };
    const response = await send([
      { ...message, topic: "closed" },
      { ...message, topic: "open" },
    ]);
    expect(response.status).toBe(202);
    await eventually(() => expect(openChannel.messages).toHaveLength(1));
    expect(closedChannel.messages).toEqual([]);
  });

  test("a batch with a malformed message is refused with the errors of each message", async () => {
    const validMessage = { topic: "a", event: "x", payload: {} };
    const response = await send([
      { topic: "a" },
      { payload: { a: 1 }, private: "perhaps" },
      validMessage,
    ]);
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({
      errors: {
        messages: [
          { event: ["can't be blank"], payload: ["can't be blank"] },
          { topic: ["can't be blank"], event: ["can't be blank"], private: ["is invalid"] },
          {},
        ],
      },
    });
    for (const [messages, error] of [
      [undefined, "can't be blank"],
      [[], "can't be blank"],
      ["x", "is invalid"],
      [[1], "is invalid"],
    ]) {
      expect(await (await send(messages)).json()).toEqual({ errors: { messages: [error] } });
    }
  });

  test("a batch with a payload that is too large is refused", async () => {
    const payload = { text: "x".repeat(3_000_600) };
    const response = await send([{ topic: "a", event: "x", payload }]);
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({
      errors: { messages: [{ payload: ["Payload size exceeds tenant limit"] }] },
    });
  });

  test("a batch above the rate limit is refused", async () => {
    const message = { topic: "a", event: "x", payload: {} };
    const response = await send(Array.from({ length: 2_501 }, () => message));
    expect(response.status).toBe(429);
    expect(response.headers.get("x-rate-limit")).toBe("2500");
    expect(await response.json()).toEqual({
      message: "Too many messages to broadcast, please reduce the batch size",
    });
  });
});

describe("broadcast of a single message", () => {
  test("a single message is sent by the client's httpSend, in JSON and in binary", async () => {
    const room = await listen("a/b c");
    expect(await room.channel.httpSend("x/y", { n: 1 })).toEqual({ success: true });
    expect(await room.channel.httpSend("z", new Uint8Array([0, 255]))).toEqual({ success: true });
    await eventually(() => expect(room.messages).toHaveLength(2));
    expect(room.messages[0]).toEqual({ type: "broadcast", event: "x/y", payload: { n: 1 } });
    expect([...new Uint8Array(room.messages[1]?.payload as ArrayBuffer)]).toEqual([0, 255]);
  });

  test("policies decide about a single message to a private topic", async () => {
    const [openChannel, closedChannel] = [await listen("open", true), await listen("closed", true)];
    expect(await openChannel.channel.httpSend("x", {})).toEqual({ success: true });
    await expect(closedChannel.channel.httpSend("x", {})).rejects.toThrow("Unauthorized");
    const response = await post("/closed/events/x?private=true", "{}", asAda());
    expect([response.status, await response.json()]).toEqual([403, { message: "Unauthorized" }]);
  });

  test("a body that is not an object becomes a field of one", async () => {
    const room = await listen("a");
    expect((await post("/a/events/x", "[1]", asAda())).status).toBe(202);
    await eventually(() => expect(room.messages).toMatchObject([{ payload: { _json: [1] } }]));
  });

  test.each([
    ["text", "x", { "content-type": "text/plain" }, 415],
    ["broken JSON", "{", json, 400],
    ["JSON that nests too deeply", "[".repeat(9_999) + "]".repeat(9_999), json, 400],
    ["a body that is too large", "x".repeat(8_000_001), json, 413],
    ["a payload that is too large", JSON.stringify({ x: "x".repeat(3_000_600) }), json, 422],
  ])("a single message with %s is refused", async (_, body, headers, status) => {
    expect((await post("/a/events/x", body, headers)).status).toBe(status);
  });
});

test.each([
  ["without a key", { apikey: "" }],
  ["with a wrong key", { apikey: "sb_publishable_wrong" }],
  ["with a malformed token", { authorization: "Bearer x" }],
  ["with another authorization scheme", { authorization: "Basic eDp5" }],
])("a message %s is refused", async (_, headers) => {
  for (const path of ["", "/a/events/x"]) {
    const response = await post(path, "{}", { ...json, ...headers });
    expect([response.status, await response.json()]).toEqual([401, { message: "Unauthorized" }]);
  }
});

test("pages of other origins may broadcast", async () => {
  const response = await fetch(`${realtime.url}/api/broadcast`, {
    method: "OPTIONS",
    headers: {
      origin: "https://app.example",
      "access-control-request-method": "POST",
      "access-control-request-headers": "apikey,content-type",
    },
  });
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(response.headers.get("access-control-allow-headers")).toContain("apikey");
});

test("a topic or an event of more than 1,024 characters is refused by every endpoint", async () => {
  const longName = randomBytes(1000).toString("hex");
  const batch = [{ topic: longName, event: longName, payload: {}, private: true }];
  const batchResponse = await post("", JSON.stringify({ messages: batch }), asAda());
  const tooLong = ["should be at most 1024 character(s)"];
  expect([batchResponse.status, await batchResponse.json()]).toEqual([
    422,
    { errors: { messages: [{ topic: tooLong, event: tooLong }] } },
  ]);
  const singleResponse = await post(`/${longName}/events/e?private=true`, "{}", asAda());
  expect([singleResponse.status, await singleResponse.json()]).toEqual([
    422,
    { errors: { topic: tooLong } },
  ]);
  await expect(listen(longName, true)).rejects.toThrow();
});

describe("a message that is stored", () => {
  const path = (topic: string, query: string) => `/${topic}/events/said?${query}`;
  const body = JSON.stringify({ text: "kept" });

  test("httpSend with persist reaches the channel, and a later channel by replay", async () => {
    const since = Date.now() - 60_000;
    const present = await listen("open", true);
    const client = await connect(realtime.server, ada);
    const sender = client.channel("open", { config: { private: true } });
    expect(await sender.httpSend("said", { text: "kept" }, { persist: true })).toEqual({
      success: true,
    });
    await eventually(() => expect(present.messages).toMatchObject([{ payload: { text: "kept" } }]));
    const config = { private: true, broadcast: { replay: { since, limit: 5 } } };
    const later = await join(await connect(realtime.server, ada), "open", config);
    await eventually(() =>
      expect(later.messages).toMatchObject([
        { payload: { text: "kept" }, meta: { replayed: true } },
      ]),
    );
  });

  test.each([
    ["open", "persist=true", "Only a message of a private channel can be stored"],
    [
      "open",
      "private=true&persist%5Bttl%5D=60",
      "Stored messages are kept for three days; another time cannot be set",
    ],
  ])("a message that cannot be stored is refused: %s?%s", async (topic, query, error) => {
    const response = await post(path(topic, query), body, asAda());
    expect([response.status, await response.json()]).toEqual([422, { error }]);
  });

  test("a message that policies refuse is not stored", async () => {
    const response = await post(path("closed", "private=true&persist=true"), body, asAda());
    expect(response.status).toBe(403);
  });
});
