import { once } from "node:events";
import { connect } from "node:net";
import { setImmediate } from "node:timers/promises";
import { Hono } from "hono";
import { expect, onTestFinished, test } from "vitest";
import { listenersFor } from "./app-listeners.ts";
import { listen } from "./listen.ts";

const handshake = (method: string) =>
  `${method} / HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n`;

async function open(app: Hono) {
  const { handleRequest, upgrade } = listenersFor(app);
  const server = await listen({ host: "127.0.0.1", port: 0 }, handleRequest, upgrade);
  onTestFinished(() => server.close());
  return connect(Number(new URL(server.origin).port), "127.0.0.1");
}

test("an endless response to a WebSocket request is streamed, and ends with its client", async () => {
  const cancelled = Promise.withResolvers<void>();
  const app = new Hono();
  app.get("/", () => {
    const pull = async (controller: ReadableStreamDefaultController) => {
      await setImmediate();
      controller.enqueue(new TextEncoder().encode("again "));
    };
    return new Response(new ReadableStream({ pull, cancel: () => cancelled.resolve() }));
  });
  const socket = await open(app);
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
    if (received.includes("again again")) socket.destroy();
  });
  socket.write(handshake("GET"));
  await cancelled.promise;
  expect(received).toMatch(/^HTTP\/1.1 200 /);
});

test("a TRACE that asks for a WebSocket is refused by 405", async () => {
  const socket = await open(new Hono());
  const head = once(socket, "data");
  socket.write(handshake("TRACE"));
  expect(String(await head)).toMatch(/^HTTP\/1.1 405 /);
});
