import { once } from "node:events";
import { get } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { silentLog } from "../../../test/auth/auth-fixture.ts";
import { projectFolder } from "../../../test/project-folder.ts";
import { openRaw } from "../../../test/servers/raw-socket.ts";
import type { ServerOptions } from "../options.ts";
import { startServer } from "../server.ts";

/** Tests how WebSockets open on the HTTP server, and how they close when it stops. */

async function start(config = "", options: Partial<ServerOptions> = {}) {
  const project = await projectFolder({ "supabase/config.toml": config });
  const server = await startServer({
    project,
    storage: { memory: true },
    host: "127.0.0.1",
    port: 0,
    env: {},
    log: silentLog,
    ...options,
  });
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= server.close());
  onTestFinished(close);
  return { ...server, close };
}

const addressOf = (server: Awaited<ReturnType<typeof start>>) =>
  `${server.origin.replace("http", "ws")}/realtime/v1/websocket?apikey=${server.keys.publishable}`;

const statusOf = (socket: WebSocket) =>
  new Promise<number | undefined>((resolve, reject) => {
    socket.once("unexpected-response", (_, { statusCode }) => resolve(statusCode));
    socket.once("open", () => resolve(101));
    socket.once("error", reject);
  });

test("a socket opens over TLS as well", async () => {
  const server = await start("[api.tls]\nenabled = true\n");
  expect(server.origin).toMatch(/^https:/);
  const { join, socket } = await openRaw(server);
  expect(await join("a")).toMatchObject({ status: "ok" });
  socket.terminate();
});

test("a server that stops notifies its sockets and does not wait for them", async () => {
  const server = await start();
  const [polite, deaf] = [await openRaw(server), await openRaw(server)];
  deaf.socket.pause();
  await server.close();
  expect(await polite.closed).toEqual({ code: 1012, reason: "Server is restarting" });
  deaf.socket.terminate();
});

test("a server that leaves closes its sockets within the time limit", async () => {
  const server = await start();
  const { closed } = await openRaw(server);
  const leaving = server.leave();
  expect(await closed).toMatchObject({ code: 1012 });
  await leaving;
  await expect(fetch(server.origin)).rejects.toThrow();
});

test("a socket requested while the server starts waits for it", async () => {
  const arrived = Promise.withResolvers<void>();
  const server = await start("", { interceptors: { arriving: () => arrived.promise } });
  const socket = new WebSocket(addressOf(server));
  setTimeout(arrived.resolve, 100);
  expect(await statusOf(socket)).toBe(101);
  socket.terminate();
});

test("a request for another protocol is answered without an upgrade", async () => {
  const server = await start();
  const headers = { connection: "Upgrade, HTTP2-Settings", upgrade: "h2c" };
  const request = get(`${server.origin}/auth/v1/health`, { headers });
  const [response] = await once(request, "response");
  expect(response.statusCode).toBe(200);
  response.resume();
});

test("a proxy cannot pass sockets to a server with publicly known keys", async () => {
  const server = await start(
    `[auth]\njwt_secret = "super-secret-jwt-token-with-at-least-32-characters-long"\n`,
  );
  const headers = { "x-forwarded-for": "203.0.113.1" };
  expect(await statusOf(new WebSocket(addressOf(server), { headers }))).toBe(403);
});

test("a project that disables realtime has no sockets", async () => {
  const server = await start("[realtime]\nenabled = false\n");
  expect(await statusOf(new WebSocket(addressOf(server)))).toBe(404);
});

test("a handshake with an invalid address is refused", async () => {
  const server = await start();
  const { port } = new URL(server.origin);
  const socket = connect(Number(port), "127.0.0.1");
  socket.write(
    "GET http://[ HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
  );
  const [answer] = await once(socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1.1 400 /);
  socket.destroy();
});
