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
} from "../../../test/servers/realtime-server.ts";

const secret = "a-secret-of-at-least-thirty-two-characters";
const key = new TextEncoder().encode(secret);
const policies = `
  create policy "by the claim" on realtime.messages for select to authenticated
    using (auth.jwt() ->> 'room' = realtime.topic());`;

let realtime: RealtimeServer;
beforeAll(async () => {
  realtime = await startRealtimeServer({
    migration: policies,
    auth: `jwt_secret = "${secret}"`,
  });
});
afterEach(disconnectAll);
afterAll(() => realtime.close());

const sign = (claims: object, lifetime: number | undefined = 3600, signingKey = key) => {
  const jwt = new SignJWT({ role: "authenticated", ...claims }).setProtectedHeader({
    alg: "HS256",
  });
  if (lifetime !== 0) jwt.setExpirationTime(Math.floor(Date.now() / 1000) + lifetime);
  return jwt.sign(signingKey);
};

/** Requests a socket and returns the response. */
const openSocket = (query: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const address = `${realtime.url.replace("http", "ws")}/websocket${query}`;
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

describe("socket tokens", () => {
  test("a socket is opened by any key of the project, in the URL or in a header", async () => {
    const { publishable, secret, anon, serviceRole } = realtime.server.keys;
    for (const apikey of [publishable, secret, anon, serviceRole, await sign({})]) {
      expect(await openSocket(`?apikey=${apikey}&vsn=1.0.0`)).toMatchObject({ status: 101 });
    }
    expect(await openSocket("", { apikey: publishable })).toMatchObject({ status: 101 });
    expect(await openSocket("", { "x-api-key": publishable })).toMatchObject({ status: 101 });
  });

  test.each([
    ["a missing key", async () => "", "API key is missing"],
    ["a malformed key", async () => "x", "The token provided is not a valid JWT"],
    [
      "another project's key",
      async () => "sb_publishable_x",
      "The token provided is not a valid JWT",
    ],
    ["an expired token", () => sign({}, -100), "Token has expired"],
    ["a token that has just expired", () => sign({}, -1), "Token has expired"],
    [
      "a signature with another key",
      () => sign({}, 3600, new TextEncoder().encode("x".repeat(32))),
      "Failed to validate JWT signature",
    ],
    ["a token without exp", () => sign({}, 0), "Fields `role` and `exp` are required in JWT"],
    [
      "a token without role",
      () => sign({ role: undefined }),
      "Fields `role` and `exp` are required in JWT",
    ],
  ])("a socket is refused for %s", async (_, token, error) => {
    const { status, body } = await openSocket(`?apikey=${await token()}`);
    expect([status, JSON.parse(body)]).toEqual([401, { error }]);
  });

  test("a socket is refused for an unsupported version of the protocol", async () => {
    const { publishable } = realtime.server.keys;
    expect((await openSocket(`?apikey=${publishable}&vsn=3.0.0`)).status).toBe(403);
  });

  test("a socket is refused for a wrong host, path or method as any other request", async () => {
    const { publishable } = realtime.server.keys;
    const path = `?apikey=${publishable}`;
    expect((await openSocket(path, { host: "rebound.example" })).status).toBe(421);
    expect((await openSocket(`/more${path}`)).status).toBe(404);
    const plainResponse = await fetch(`${realtime.url}/websocket${path}`);
    expect(plainResponse.status).toBe(400);
  });
});

describe("channel tokens", () => {
  const enter = async (token: string) =>
    join(await connect(realtime.server, token), "mine", { private: true });

  test("a channel is refused for an expired token", async () => {
    await expect(enter(await sign({ room: "mine" }, -60))).rejects.toThrow(
      /^InvalidJWTToken: Token has expired 6\d seconds ago$/,
    );
  });

  test("a channel ends when its token expires and continues with a new one", async () => {
    const client = await connect(realtime.server, await sign({ room: "mine" }, 2));
    const renewedChannel = await join(client, "mine", { private: true });
    await client.setAuth(await sign({ room: "mine" }));
    const channel = await enter(await sign({ room: "mine" }, 2));
    await eventually(() => expect(channel.statuses).toContain("CLOSED"));
    expect(channel.system).toEqual([
      {
        extension: "system",
        status: "error",
        message: expect.stringMatching(/^Token has expired \d seconds ago$/),
        channel: "mine",
      },
    ]);
    // The first token of this channel has expired by now.
    expect(renewedChannel.statuses).toEqual(["SUBSCRIBED"]);
  });

  test("a channel ends when the policies refuse the claims of its new token", async () => {
    const client = await connect(realtime.server, await sign({ room: "mine" }));
    const channel = await join(client, "mine", { private: true });
    await client.setAuth(await sign({ room: "other" }));
    await eventually(() => expect(channel.statuses).toContain("CLOSED"));
  });

  test("a channel ends when its new token is invalid", async () => {
    const client = await connect(realtime.server, await sign({ room: "mine" }));
    const channel = await join(client, "mine", { private: true });
    await client.setAuth(
      await sign({ room: "mine" }, 3600, new TextEncoder().encode("x".repeat(32))),
    );
    await eventually(() => expect(channel.statuses).toContain("CLOSED"));
    expect(channel.system).toMatchObject([{ message: "Failed to validate JWT signature" }]);
  });
});
