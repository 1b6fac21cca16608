import { once } from "node:events";
import { WebSocket } from "ws";
import type { RunningServer } from "../../src/server/server.ts";
import { eventually } from "../eventually.ts";

/** A message of protocol version 2.0.0. */
export type RawMessage = readonly [
  joinRef: unknown,
  ref: unknown,
  topic: string,
  event: string,
  payload: { status?: string; response?: Record<string, unknown>; [name: string]: unknown },
];

/** A client that sends any message, valid or not. */
export interface RawSocket {
  readonly socket: WebSocket;
  readonly messages: RawMessage[];
  readonly closed: Promise<{ code: number; reason: string }>;
  send(...message: unknown[]): void;
  /** Waits for the reply to the message with the given ref. */
  answerTo(ref: string): Promise<RawMessage[4]>;
  /** Joins a channel and returns the reply. */
  join(topic: string, config?: object, otherFields?: object): Promise<RawMessage[4]>;
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
    headers,
    rejectUnauthorized: false,
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
      const reply = messages.find(
        ([, messageRef, , event]) => messageRef === ref && event === "phx_reply",
      );
      if (!reply) throw new Error(`There is no reply to ${ref} yet.`);
      return reply[4];
    });
  return {
    socket,
    messages,
    closed,
    send,
    answerTo,
    join: (topic, config = {}, otherFields = {}) => {
      const ref = `join ${++count}`;
      send(ref, ref, `realtime:${topic}`, "phx_join", { config, ...otherFields });
      return answerTo(ref);
    },
  };
}
