import { once } from "node:events";
import { WebSocket } from "ws";
import type { RunningServer } from "../src/server/server.ts";
import { eventually } from "./eventually.ts";

/** A message as version 2.0.0 has it. */
export type RawMessage = readonly [
  joinRef: unknown,
  ref: unknown,
  topic: string,
  event: string,
  payload: { status?: string; response?: Record<string, unknown>; [name: string]: unknown },
];

/** A client without manners: it sends what a test says. */
export interface RawSocket {
  readonly socket: WebSocket;
  readonly messages: RawMessage[];
  readonly closed: Promise<{ code: number; reason: string }>;
  send(...message: unknown[]): void;
  /** The answer to the message of a ref, once it is there. */
  answerTo(ref: string): Promise<RawMessage[4]>;
  /** Joins a channel, and returns the answer. */
  join(topic: string, config?: object, more?: object): Promise<RawMessage[4]>;
}

export async function openRaw(
  server: { readonly origin: string; readonly keys: Pick<RunningServer["keys"], "publishable"> },
  {
    vsn = "2.0.0",
    headers = {},
  }: { readonly vsn?: string; readonly headers?: Record<string, string> } = {},
): Promise<RawSocket> {
  const origin = server.origin.replace("http", "ws");
  const query = `apikey=${server.keys.publishable}&vsn=${vsn}`;
  const socket = new WebSocket(`${origin}/realtime/v1/websocket?${query}`, {
    ...{ headers, rejectUnauthorized: false },
  });
  const messages: RawMessage[] = [];
  socket.on("message", (data, isBinary) => {
    if (!isBinary) messages.push(JSON.parse(String(data)));
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once("close", (code, reason) => resolve({ code, reason: String(reason) }));
  });
  await once(socket, "open");
  let count = 0;
  const send = (...message: unknown[]) => socket.send(JSON.stringify(message));
  const answerTo = (ref: string) =>
    eventually(() => {
      const answer = messages.find(([, of, , event]) => of === ref && event === "phx_reply");
      if (!answer) throw new Error(`There is no answer to ${ref}.`);
      return answer[4];
    });
  return {
    ...{ socket, messages, closed, send, answerTo },
    join: (topic, config = {}, more = {}) => {
      const ref = `join ${++count}`;
      send(ref, ref, `realtime:${topic}`, "phx_join", { config, ...more });
      return answerTo(ref);
    },
  };
}
