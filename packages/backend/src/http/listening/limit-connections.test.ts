import { once } from "node:events";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "./listen.ts";

const address = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === "IPv4" && !internal)?.address;

async function start() {
  const settings = { host: "0.0.0.0", port: 0, maxNetworkConnections: 2 };
  const { origin, close } = await listen(settings, (_, response) => void response.end("answered"));
  onTestFinished(close);
  return (host: string) => {
    const socket = connect(Number(new URL(origin).port), host);
    onTestFinished(() => void socket.destroy());
    return socket;
  };
}

/** Returns whether the server answers on a new connection. */
async function isServed(socket: ReturnType<typeof connect>): Promise<boolean> {
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const event = await Promise.race([
    once(socket, "data").then(() => "data"),
    once(socket, "close").then(() => "close"),
  ]).catch(() => "error");
  return event === "data";
}

test.runIf(address)("silent connections of a network keep no others from connecting", async () => {
  const open = await start();
  const silent = [open(`${address}`), open(`${address}`)];
  await Promise.all(silent.map((socket) => once(socket, "connect")));
  expect(await isServed(open(`${address}`))).toBe(false);
  expect(await isServed(open("127.0.0.1"))).toBe(true);
  silent[0]?.destroy();
  await expect.poll(() => isServed(open(`${address}`))).toBe(true);
});

test("connections from the machine itself are not limited", async () => {
  const open = await start();
  for (let count = 0; count < 4; count++) expect(await isServed(open("127.0.0.1"))).toBe(true);
});
