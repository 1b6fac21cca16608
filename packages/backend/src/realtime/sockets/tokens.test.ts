import { SignJWT } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { eventually } from "../../../test/eventually.ts";
import {
  connect,
  disconnectAll,
  join,
  type RealtimeServer,
  startRealtimeServer,
} from "../../../test/realtime-server.ts";

const secret = "a-secret-of-at-least-thirty-two-characters";
const key = new TextEncoder().encode(secret);
const policies = `
  create policy "by the claim" on realtime.messages for select to authenticated
    using (auth.jwt() ->> 'room' = realtime.topic());`;

let running: RealtimeServer;
beforeAll(async () => {
  running = await startRealtimeServer({
    migration: policies,
    auth: `jwt_secret = "${secret}"`,
  });
});
afterEach(disconnectAll);
afterAll(() => running.close());

const sign = (claims: object, lifetime: number | undefined = 3600, by = key) => {
  const jwt = new SignJWT({ role: "authenticated", ...claims }).setProtectedHeader({
    alg: "HS256",
  });
  if (lifetime !== 0) jwt.setExpirationTime(Math.floor(Date.now() / 1000) + lifetime);
  return jwt.sign(by);
};

/** The answer to a request for a socket. */
const opening = (query: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const address = `${running.url.replace("http", "ws")}/websocket${query}`;
    const socket = new WebSocket(address, { headers });
    socket.once("error", reject);
    socket.once("open", () => {
      socket.terminate();
      resolve({ status: 101, body: "" });
    });
    socket.once("unexpected-response", (_, response) => {
      let body = "";
      response.on("data", (data) => (body += data));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
    });
  });

describe("a socket", () => {
  test("is opened by any key of the project, in the address or in a header", async () => {
    const { publishable, secret, anon, serviceRole } = running.server.keys;
    for (const apikey of [publishable, secret, anon, serviceRole, await sign({})]) {
      expect(await opening(`?apikey=${apikey}&vsn=1.0.0`)).toMatchObject({ status: 101 });
    }
    expect(await opening("", { apikey: publishable })).toMatchObject({ status: 101 });
    expect(await opening("", { "x-api-key": publishable })).toMatchObject({ status: 101 });
  });

  test.each([
    ["no key", async () => "", "API key is missing"],
    ["what is no key", async () => "x", "The token provided is not a valid JWT"],
    [
      "another project's key",
      async () => "sb_publishable_x",
      "The token provided is not a valid JWT",
    ],
    ["an expired token", () => sign({}, -100), "Token has expired"],
    ["a token just expired", () => sign({}, -1), "Token has expired"],
    [
      "another's signature",
      () => sign({}, 3600, new TextEncoder().encode("x".repeat(32))),
      "Failed to validate JWT signature",
    ],
    ["no exp", () => sign({}, 0), "Fields `role` and `exp` are required in JWT"],
    ["no role", () => sign({ role: undefined }), "Fields `role` and `exp` are required in JWT"],
  ])("is refused for %s", async (_, token, error) => {
    const { status, body } = await opening(`?apikey=${await token()}`);
    expect([status, JSON.parse(body)]).toEqual([401, { error }]);
  });

  test("is refused for another version of the protocol", async () => {
    const { publishable } = running.server.keys;
    expect((await opening(`?apikey=${publishable}&vsn=3.0.0`)).status).toBe(403);
  });

  test("is refused by the checks that all requests go through", async () => {
    const { publishable } = running.server.keys;
    const path = `?apikey=${publishable}`;
    expect((await opening(path, { host: "rebound.example" })).status).toBe(421);
    expect((await opening(`/more${path}`)).status).toBe(404);
    const plain = await fetch(`${running.url}/websocket${path}`);
    expect(plain.status).toBe(400);
  });
});

describe("a channel", () => {
  const enter = async (token: string) =>
    join(await connect(running.server, token), "mine", { private: true });

  test("is refused for an expired token", async () => {
    await expect(enter(await sign({ room: "mine" }, -60))).rejects.toThrow(
      /^InvalidJWTToken: Token has expired 6\d seconds ago$/,
    );
  });

  test("ends when its token expires in the middle, and goes on with a new one", async () => {
    const client = await connect(running.server, await sign({ room: "mine" }, 2));
    const renewed = await join(client, "mine", { private: true });
    await client.setAuth(await sign({ room: "mine" }));
    const heard = await enter(await sign({ room: "mine" }, 2));
    await eventually(() => expect(heard.statuses).toContain("CLOSED"));
    expect(heard.system).toEqual([
      {
        extension: "system",
        status: "error",
        message: expect.stringMatching(/^Token has expired \d seconds ago$/),
        channel: "mine",
      },
    ]);
    // Its first token expired no later.
    expect(renewed.statuses).toEqual(["SUBSCRIBED"]);
  });

  test("is closed to a new token whose claims the policies refuse", async () => {
    const client = await connect(running.server, await sign({ room: "mine" }));
    const heard = await join(client, "mine", { private: true });
    await client.setAuth(await sign({ room: "other" }));
    await eventually(() => expect(heard.statuses).toContain("CLOSED"));
  });

  test("ends when its new token is none", async () => {
    const client = await connect(running.server, await sign({ room: "mine" }));
    const heard = await join(client, "mine", { private: true });
    await client.setAuth(
      await sign({ room: "mine" }, 3600, new TextEncoder().encode("x".repeat(32))),
    );
    await eventually(() => expect(heard.statuses).toContain("CLOSED"));
    expect(heard.system).toMatchObject([{ message: "Failed to validate JWT signature" }]);
  });
});
