/**
 * Sends the same requests repeatedly and measures the responses. It uses a minimal HTTP client, because on a small
 * machine it shares the cores with the servers.
 */
import { connect, type Socket } from "node:net";
import { serveRequests } from "./child.ts";
import { type RoundResult, repeat } from "./measure.ts";

export interface Load {
  /** The servers to send to in turn, such as `http://localhost:3000`. */
  readonly origins: readonly string[];
  /** The requests to send in turn. */
  readonly requests: readonly Request[];
  readonly connections: number;
  readonly seconds: number;
  /** The maximum number of requests. */
  readonly maxRequests?: number;
  /** The pause between a response and the next request on the same connection. */
  readonly pauseMs?: number;
}

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

serveRequests(async (load: Load): Promise<RoundResult> => {
  const connections = await Promise.all(
    Array.from({ length: load.connections }, (_, index) =>
      open(load.origins[index % load.origins.length] ?? ""),
    ),
  );
  const messages = load.requests.map(serialize);
  let nextIndex = 0;
  const freeConnections = [...connections];
  const { connections: concurrency, seconds, maxRequests } = load;
  const figures = await repeat(
    { concurrency, seconds, ...(maxRequests && { maxRuns: maxRequests }) },
    async () => {
      const connection = freeConnections.pop();
      if (!connection) throw new Error("All connections are in use.");
      const status = await connection.send(messages[nextIndex++ % messages.length] ?? "");
      freeConnections.unshift(connection);
      if (status >= 400) throw new Error(`${load.requests[0]?.path} failed with status ${status}.`);
      if (load.pauseMs) await new Promise((resolve) => setTimeout(resolve, load.pauseMs));
    },
  );
  for (const connection of connections) connection.close();
  return figures;
});

function serialize({ method, path, headers, body }: Request): string {
  const lines = Object.entries({
    host: "localhost",
    ...headers,
    ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`;
}

/** A keep-alive connection with one request at a time (RFC 9112). */
async function open(origin: string) {
  const { hostname, port } = new URL(origin);
  const socket: Socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  let pending: PromiseWithResolvers<number> | undefined;
  let response = emptyResponse();
  socket.on("data", (chunk: Buffer) => {
    if (!receiveChunk(response, chunk)) return;
    const { status } = response;
    response = emptyResponse();
    pending?.resolve(status);
  });
  socket.on("close", () => pending?.reject(new Error(`${origin} closed the connection.`)));
  return {
    send: (text: string): Promise<number> => {
      pending = Promise.withResolvers();
      socket.write(text);
      return pending.promise;
    },
    close: () => socket.destroy(),
  };
}

/** The received part of a response. The bytes of its body are counted, not stored. */
interface PartialResponse {
  head: string | undefined;
  status: number;
  /** The number of bytes still missing; undefined for a chunked body. */
  remainingBytes: number | undefined;
  /** The received part of the head, or the end of a chunked body. */
  text: string;
}

const emptyResponse = (): PartialResponse => ({
  head: undefined,
  status: 0,
  remainingBytes: undefined,
  text: "",
});

/** Returns whether the response is complete. */
function receiveChunk(response: PartialResponse, chunk: Buffer): boolean {
  let size = chunk.length;
  if (response.head === undefined) {
    response.text += chunk.toString("latin1");
    const end = response.text.indexOf("\r\n\r\n");
    if (end < 0) return false;
    response.head = response.text.slice(0, end).toLowerCase();
    response.status = Number(response.head.slice(9, 12));
    response.text = response.text.slice(end + 4);
    size = response.text.length;
    const length = /\r\ncontent-length: (\d+)/.exec(response.head)?.[1];
    const isChunked = response.head.includes("\r\ntransfer-encoding: chunked");
    response.remainingBytes = isChunked ? undefined : Number(length ?? 0);
  } else if (response.remainingBytes === undefined) {
    response.text = (response.text + chunk.toString("latin1", Math.max(0, size - 5))).slice(-5);
  }
  if (response.remainingBytes === undefined) return response.text.endsWith("0\r\n\r\n");
  response.remainingBytes -= size;
  return response.remainingBytes <= 0;
}
