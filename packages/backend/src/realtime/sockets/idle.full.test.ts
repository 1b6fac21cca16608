import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  connect,
  disconnectAll,
  join,
  type RealtimeServer,
  startRealtimeServer,
} from "../../../test/servers/realtime-server.ts";

/** The nightly run opens as many sockets as one process accepts, unless the system limits open files to fewer. */
const wantedCount = Number(process.env["PORTICO_IDLE_SOCKETS"] ?? 200);
const count = Math.min(wantedCount, maxOpenFiles() - 500);

/** A socket takes 12 kB of the heap. Half of that is Node's. */
const maxHeapBytes = 20_000;

let realtime: RealtimeServer;
beforeAll(async () => {
  realtime = await startRealtimeServer();
});
afterAll(async () => {
  disconnectAll();
  await realtime.close();
});

test(`${count} idle sockets take little memory, and a message reaches each of them`, async () => {
  const { origin, keys } = realtime.server;
  const url = `${origin.replace("http", "ws")}/realtime/v1/websocket?apikey=${keys.publishable}&vsn=2.0.0`;
  const sender = await join(await connect(realtime.server), "idle");
  const heapBytesBefore = heapBytes();
  // Open the clients in another process, because a socket with both ends in one process takes two of its open files.
  const module = new URL("../../../test/servers/idle-sockets.ts", import.meta.url);
  const clients = fork(fileURLToPath(module), [url, String(count)], { execArgv: [] });
  const nextMessage = async () => (await once(clients, "message"))[0];
  expect(await nextMessage()).toBe("all are open");
  expect((heapBytes() - heapBytesBefore) / count).toBeLessThan(maxHeapBytes);
  const report = nextMessage();
  await sender.channel.send({ type: "broadcast", event: "x", payload: {} });
  expect(await report).toBe("all have received it");
  clients.disconnect();
}, 900_000);

/** Returns the heap in use after a garbage collection. */
function heapBytes(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
}

function maxOpenFiles(): number {
  const { userLimits } = process.report.getReport() as unknown as {
    readonly userLimits: { readonly open_files: { readonly hard: number | "unlimited" } };
  };
  return Number(userLimits.open_files.hard) || Number.POSITIVE_INFINITY;
}
