/** Sockets that count what comes, the first of which speaks. */
import { once } from "node:events";
import { WebSocket } from "ws";
import { answer } from "../child.ts";
import { repeat } from "../measure.ts";

export type ListenersQuestion =
  /** Opens sockets, which may join a channel, has the first one speak once, and returns what the last one hears. */
  | { readonly open: { readonly url: string; readonly count: number; readonly joins: boolean } }
  /** Has the first one speak over and over: each time when another message has come to all. */
  | { readonly say: { readonly seconds: number } };

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
  // A broadcast of version 2.0.0: kind 3, the lengths, JSON.
  return Buffer.concat([
    Buffer.from([3, ...parts.map(({ length }) => length), 1]),
    ...parts,
    Buffer.from(payload),
  ]);
})();
/** So many messages are under way. */
const width = 8;

const sockets: WebSocket[] = [];
let heard = 0;
/** Those who wait for a number of messages. */
const waiting: { readonly until: number; resolve(): void }[] = [];

async function open(url: string, joins: boolean): Promise<void> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await once(socket, "open");
  if (joins) {
    socket.send(join);
    await once(socket, "message");
  }
  socket.on("message", (_, isBinary) => {
    if (!isBinary) return;
    heard++;
    while (waiting[0] && waiting[0].until <= heard) waiting.shift()?.resolve();
  });
  sockets.push(socket);
}

let said = 0;
function say(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push({ until: ++said * (sockets.length - 1), resolve });
  sockets[0]?.send(message);
  return promise;
}

answer(async (question: ListenersQuestion) => {
  if ("say" in question) return repeat({ width, seconds: question.say.seconds }, say);
  const { url, count, joins } = question.open;
  while (sockets.length < count) {
    await Promise.all(
      Array.from({ length: Math.min(50, count - sockets.length) }, () => open(url, joins)),
    );
  }
  const first = once(sockets.at(-1) as WebSocket, "message");
  await say();
  const [frame] = await first;
  return new Uint8Array(frame as Buffer);
});
