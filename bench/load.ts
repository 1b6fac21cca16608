/**
 * Asks servers the same things over and over, and measures. A process of its own, with no more of
 * HTTP in it than that takes: on a small machine it shares the cores with what it measures.
 */
import { connect, type Socket } from "node:net";
import { answer } from "./child.ts";
import { type Figures, repeat } from "./measure.ts";

export interface Load {
  /** Which servers, in turns: `http://localhost:3000`. */
  readonly origins: readonly string[];
  /** What to ask, in turns. */
  readonly requests: readonly Request[];
  readonly connections: number;
  readonly seconds: number;
  /** How often at the most. */
  readonly times?: number;
  /** Milliseconds to wait between an answer and the next question. */
  readonly pause?: number;
}

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

answer(async (load: Load): Promise<Figures> => {
  const connections = await Promise.all(
    Array.from({ length: load.connections }, (_, index) =>
      open(load.origins[index % load.origins.length] ?? ""),
    ),
  );
  const messages = load.requests.map(message);
  let next = 0;
  const free = [...connections];
  const { connections: width, seconds, times } = load;
  const figures = await repeat({ width, seconds, ...(times && { times }) }, async () => {
    const connection = free.pop();
    if (!connection) throw new Error("There is a connection for each who asks.");
    const status = await connection.ask(messages[next++ % messages.length] ?? "");
    free.unshift(connection);
    if (status >= 400) throw new Error(`${load.requests[0]?.path} answered ${status}.`);
    if (load.pause) await new Promise((resolve) => setTimeout(resolve, load.pause));
  });
  for (const connection of connections) connection.close();
  return figures;
});

function message({ method, path, headers, body }: Request): string {
  const lines = Object.entries({
    host: "localhost",
    ...headers,
    ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`;
}

/** A connection that is kept, with one question on it at a time (RFC 9112). */
async function open(origin: string) {
  const { hostname, port } = new URL(origin);
  const socket: Socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  let received = "";
  let asked: PromiseWithResolvers<number> | undefined;
  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => {
    received += chunk;
    if (!isWhole(received)) return;
    const status = Number(received.slice(9, 12));
    received = "";
    asked?.resolve(status);
  });
  socket.on("close", () => asked?.reject(new Error(`${origin} hung up.`)));
  return {
    ask: (text: string): Promise<number> => {
      asked = Promise.withResolvers();
      socket.write(text);
      return asked.promise;
    },
    close: () => socket.destroy(),
  };
}

function isWhole(text: string): boolean {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return false;
  const head = text.slice(0, end).toLowerCase();
  const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
  if (length !== undefined) return text.length >= end + 4 + Number(length);
  if (head.includes("\r\ntransfer-encoding: chunked")) return text.endsWith("0\r\n\r\n");
  return true;
}
