/** Opens sockets that count the messages that they receive. The first socket sends. */
import { once } from "node:events";
import { WebSocket } from "ws";
import { serveRequests } from "../instruments/child.ts";
import { repeat } from "../instruments/measure.ts";

export type ListenersCommand =
  /**
   * Opens sockets, joins them to a channel if `joinsChannel` is true, sends one message on the first, and returns what
   * the last one received.
   */
  | {
      readonly open: {
        readonly url: string;
        readonly count: number;
        readonly joinsChannel: boolean;
      };
    }
  /** Sends on the first socket repeatedly, each time after all others have received a message. */
  | { readonly send: { readonly seconds: number } };

const topic = "realtime:bench";
const join = JSON.stringify(["1", "1", topic, "phx_join", { config: {} }]);
const message = (() => {
  const parts = ["1", "2", topic, "moved", ""].map((text) => Buffer.from(text));
  const payload = JSON.stringify({
    x: 512,
    y: 384,
    name: "Ada",
    text: "A cursor that moves. ".repeat(4),
  });
  // A binary broadcast of protocol version 2.0.0: kind 3, the lengths of the parts, and 1 for JSON.
  return Buffer.concat([
    Buffer.from([3, ...parts.map(({ length }) => length), 1]),
    ...parts,
    Buffer.from(payload),
  ]);
})();
/** The number of messages in flight. */
const concurrency = 8;

const sockets: WebSocket[] = [];
let receivedCount = 0;
/** Callers that wait until a number of messages has been received. */
const waiters: { readonly untilCount: number; resolve(): void }[] = [];

async function open(url: string, joinsChannel: boolean): Promise<void> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await once(socket, "open");
  if (joinsChannel) {
    socket.send(join);
    await once(socket, "message");
  }
  socket.on("message", (_, isBinary) => {
    if (!isBinary) return;
    receivedCount++;
    while (waiters[0] && waiters[0].untilCount <= receivedCount) waiters.shift()?.resolve();
  });
  sockets.push(socket);
}

let sentCount = 0;
function send(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiters.push({ untilCount: ++sentCount * (sockets.length - 1), resolve });
  sockets[0]?.send(message);
  return promise;
}

serveRequests(async (command: ListenersCommand) => {
  if ("send" in command) return repeat({ concurrency, seconds: command.send.seconds }, send);
  const { url, count, joinsChannel } = command.open;
  while (sockets.length < count) {
    await Promise.all(
      Array.from({ length: Math.min(50, count - sockets.length) }, () => open(url, joinsChannel)),
    );
  }
  const lastReceived = once(sockets.at(-1) as WebSocket, "message");
  await send();
  const [frame] = await lastReceived;
  return new Uint8Array(frame as Buffer);
});
