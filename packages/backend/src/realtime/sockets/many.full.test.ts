import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { openRaw, type RawSocket } from "../../../test/servers/raw-socket.ts";
import { type RealtimeServer, startRealtimeServer } from "../../../test/servers/realtime-server.ts";

/** The nightly run has time for thousands of sockets. */
const count = Number(process.env["PORTICO_SOCKETS"] ?? 100);

let realtime: RealtimeServer;
beforeAll(async () => {
  realtime = await startRealtimeServer();
});
afterAll(() => realtime.close());

test("many sockets each receive a broadcast once and are released after they close", async () => {
  const sockets: RawSocket[] = [];
  while (sockets.length < count) {
    sockets.push(
      ...(await Promise.all(Array.from({ length: 50 }, () => openRaw(realtime.server)))),
    );
  }
  for (const socket of sockets) expect(await socket.join("all")).toMatchObject({ status: "ok" });
  const [sender] = sockets;
  for (let n = 0; n < 10; n++) {
    sender?.send("join 1", null, "realtime:all", "broadcast", { event: "x", n });
  }
  const received = ({ messages }: RawSocket) =>
    messages.filter(([, , , event]) => event === "broadcast").map(([, , , , { n }]) => n);
  await eventually(() => {
    for (const socket of sockets.slice(1)) expect(received(socket)).toHaveLength(10);
  });
  for (const socket of sockets.slice(1))
    expect(received(socket)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(received(sockets[0] as RawSocket)).toEqual([]);
  for (const { socket } of sockets) socket.terminate();
}, 300_000);
