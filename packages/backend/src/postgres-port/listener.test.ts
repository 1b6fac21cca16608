import { once } from "node:events";
import { connect, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { PortListener } from "./listener.ts";

test("a paused port stays taken, and its connections wait for the next server", async () => {
  const listener = await PortListener.open(0);
  onTestFinished(() => listener.close());
  listener.serve((socket) => socket.end("first"));
  expect(await readAll(listener.port)).toBe("first");

  listener.pause();
  const rival = createServer().listen(listener.port, "127.0.0.1");
  const [error] = (await once(rival, "error")) as [NodeJS.ErrnoException];
  expect(error.code).toBe("EADDRINUSE");
  const waiting = readAll(listener.port);

  listener.serve((socket) => socket.end("second"));
  expect(await waiting).toBe("second");
});

test("a closed port ends the connections that wait", async () => {
  const listener = await PortListener.open(0);
  const waiting = readAll(listener.port);
  // The listener has received the connection when it accepts another one.
  const next = connect(listener.port, "127.0.0.1").on("error", () => {});
  await once(next, "connect");
  listener.close();
  await expect(waiting).resolves.toBe("");
});

/** Connects to a port, and returns what its server writes until the connection ends. */
async function readAll(port: number): Promise<string> {
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  let text = "";
  socket.on("data", (part) => {
    text += String(part);
  });
  socket.on("error", () => {});
  await once(socket, "close");
  return text;
}
