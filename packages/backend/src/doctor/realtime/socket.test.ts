import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { WebSocketServer } from "ws";
import { type RealtimeServer, startRealtimeServer } from "../../../test/servers/realtime-server.ts";
import type { Finding } from "../finding.ts";
import type { ChannelCalls } from "./calls.ts";
import { examineSocket } from "./socket.ts";

let wire: RealtimeServer;
beforeAll(async () => {
  wire = await startRealtimeServer({
    migration: `
      create table notes (id int primary key);
      create table apart (id int primary key);
      alter publication supabase_realtime add table notes;`,
  });
});
afterAll(() => wire.close());

const callsOf = (...tables: readonly (string | undefined)[]): ChannelCalls => ({
  channels: ["a.ts:1"],
  privateChannels: [],
  changes: tables.map((table) => ({
    location: "a.ts:2",
    schema: "public",
    table,
  })),
});
const noCalls: ChannelCalls = { channels: [], privateChannels: [], changes: [] };

async function examined(url: string, calls: ChannelCalls | undefined, key?: string) {
  const findings = await examineSocket(url, key ?? wire.server.keys.publishable, calls);
  return findings.map(({ severity, cause }: Finding) => `${severity}: ${cause}`);
}

/** Starts a server on a free port for the duration of the current test. */
async function serving(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("a service that publishes all tables is not a finding", async () => {
  expect(await examined(wire.server.origin, callsOf("notes", undefined))).toEqual([]);
});

test("tables that the service does not publish are reported", async () => {
  expect(await examined(wire.server.origin, callsOf("notes", "apart", "Notes"))).toEqual([
    'wrong: The service sends no changes of public.apart (a.ts:2), public."Notes" (a.ts:2): that is not in its ' +
      "publication supabase_realtime, or does not exist.",
  ]);
});

test("a key that opens no socket is reported, whether or not an application is known", async () => {
  for (const calls of [callsOf(), undefined]) {
    expect(await examined(wire.server.origin, calls, "nonsense")).toEqual([
      expect.stringMatching(
        /^wrong: No channel can be joined: ws:.* responds with 401: it refuses the API key/,
      ),
    ]);
  }
});

test("a proxy that does not forward the upgrade is reported, but only as doubtful if no application needs it", async () => {
  const { port } = new URL(wire.server.origin);
  const proxy = await serving(
    createServer((incoming, outgoing) => {
      const { upgrade: _, connection: __, ...headers } = incoming.headers;
      const forwardedOptions = { host: "127.0.0.1", port, path: incoming.url, headers };
      request(forwardedOptions, (response) => {
        outgoing.writeHead(response.statusCode ?? 0, response.headers);
        response.pipe(outgoing);
      }).end();
    }),
  );
  const cause =
    "responds with 400 to a request for a WebSocket: a proxy does not forward the upgrade.";
  expect(await examined(proxy, callsOf())).toEqual([expect.stringMatching(`^wrong: .*${cause}$`)]);
  expect(await examined(proxy, undefined)).toEqual([
    expect.stringMatching(`^doubtful: .*${cause}$`),
  ]);
  expect(await examined(proxy, noCalls)).toEqual([]);
});

test.each([
  [404, "wrong: No channel can be joined: ADDRESS responds with 404."],
  [
    502,
    "wrong: No channel can be joined: ADDRESS responds with 502: the proxy does not reach the server.",
  ],
  [308, "wrong: No channel can be joined: ADDRESS responds with 308: it redirects"],
  [
    429,
    "doubtful: No channel can be joined: ADDRESS responds with 429: too many sockets are open.",
  ],
  [200, "wrong: No channel can be joined: ADDRESS responds with 200 to a request for a WebSocket"],
])("a service that responds with %i is reported", async (status, cause) => {
  const url = await serving(createServer((_, response) => response.writeHead(status).end()));
  const address = `${url.replace("http", "ws")}/realtime/v1/websocket`;
  const [findings] = await examined(url, callsOf());
  expect(findings).toContain(cause.replace("ADDRESS", address));
  if (status === 404) expect(await examined(url, undefined)).toEqual([]);
});

test("a service that closes the connection is reported", async () => {
  const server = createServer();
  server.on("upgrade", (_, socket) => socket.destroy());
  expect(await examined(await serving(server), callsOf())).toEqual([
    expect.stringMatching(/^wrong: .* opens no WebSocket \(socket hang up\)\.$/),
  ]);
});

test("a socket that only sends nonsense until it is closed is reported", async () => {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket) => {
    socket.send("nonsense");
    socket.on("message", () => socket.close());
  });
  expect(await examined(await serving(server), callsOf("notes"))).toEqual([
    expect.stringMatching(/^wrong: .* opens a socket, but no message arrives\.$/),
  ]);
});
