import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { Hono } from "hono";
import { expect, onTestFinished, test } from "vitest";
import { listenersFor } from "./app-listeners.ts";
import { listen } from "./listen.ts";

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
const handshake = `GET /last HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n`;

test("a WebSocket request that is sent ahead is handled when the requests before it have been answered in full", async () => {
  const handled: string[] = [];
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const app = new Hono();
  app.get("/:name", async (c) => {
    const name = c.req.param("name");
    handled.push(name);
    arrived.resolve();
    await released.promise;
    // Longer than the buffers of the connection, so that the response has to wait for the client.
    return c.text(`${name}${" ".repeat(name === "last" ? 0 : 16 * 1024 * 1024)};`);
  });
  const { handleRequest, upgrade } = listenersFor(app);
  const server = await listen({ host: "127.0.0.1", port: 0 }, handleRequest, upgrade);
  onTestFinished(() => server.close());
  const socket = connect(Number(new URL(server.origin).port), "127.0.0.1");
  socket.write(get("/first") + get("/second") + handshake);
  await arrived.promise;
  released.resolve();
  const answers = await text(socket);
  expect(answers.match(/(?:first|second|last)(?= *;)/g)).toEqual(["first", "second", "last"]);
  expect(handled).toEqual(["first", "second", "last"]);
});
