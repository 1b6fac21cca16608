/**
 * Opens sockets that join one channel and then only send heartbeats. Runs in a separate process, started with `fork`.
 */
import { once } from "node:events";
import { WebSocket } from "ws";

const [url = "", count = "0"] = process.argv.slice(2);
const join = JSON.stringify(["1", "1", "realtime:idle", "phx_join", { config: {} }]);
const heartbeat = JSON.stringify([null, "2", "phoenix", "heartbeat", {}]);
/** The heartbeat interval of realtime-js. */
const heartbeatMs = 25_000;
const maxBatchSize = 50;

const sockets: WebSocket[] = [];
let receivedCount = 0;

async function open(): Promise<void> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await once(socket, "open");
  socket.send(join);
  await once(socket, "message");
  setInterval(() => socket.send(heartbeat), heartbeatMs);
  socket.on("message", (_, isBinary) => {
    // Replies to heartbeats are texts, so only broadcasts are counted.
    if (isBinary && ++receivedCount === sockets.length) process.send?.("all have received it");
  });
  sockets.push(socket);
}

while (sockets.length < Number(count)) {
  const length = Math.min(maxBatchSize, Number(count) - sockets.length);
  await Promise.all(Array.from({ length }, open));
}
process.send?.("all are open");
process.on("disconnect", () => process.exit());
