import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { openRaw, type RawSocket } from "../../../test/raw-socket.ts";
import { type RealtimeServer, startRealtimeServer } from "../../../test/realtime-server.ts";

/** The nightly run has the time for thousands. */
const count = Number(process.env["PORTICO_SOCKETS"] ?? 100);

let running: RealtimeServer;
beforeAll(async () => {
  running = await startRealtimeServer();
});
afterAll(() => running.close());

test("many sockets hear a broadcast, each once, and leave nothing behind", async () => {
  const sockets: RawSocket[] = [];
  while (sockets.length < count) {
    sockets.push(...(await Promise.all(Array.from({ length: 50 }, () => openRaw(running.server)))));
  }
  for (const each of sockets) expect(await each.join("all")).toMatchObject({ status: "ok" });
  const [sender] = sockets;
  for (let n = 0; n < 10; n++) {
    sender?.send("join 1", null, "realtime:all", "broadcast", { event: "x", n });
  }
  const heard = ({ messages }: RawSocket) =>
    messages.filter(([, , , event]) => event === "broadcast").map(([, , , , { n }]) => n);
  await eventually(() => {
    for (const each of sockets.slice(1)) expect(heard(each)).toHaveLength(10);
  });
  for (const each of sockets.slice(1)) expect(heard(each)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(heard(sockets[0] as RawSocket)).toEqual([]);
  for (const { socket } of sockets) socket.terminate();
}, 300_000);
