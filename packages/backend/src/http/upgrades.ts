import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";

/** A connection whose client asks for another protocol (RFC 9110, section 7.8). */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** The bytes that came after the request. */
  readonly head: Buffer;
}

export type UpgradeListener = (upgrade: Upgrade) => Promise<void>;

/** Takes the connection over, once everything that concerns all requests has let it pass. */
type Take = (upgrade: Upgrade) => void;

interface Bindings extends Partial<HttpBindings> {
  readonly upgrade?: { take: Take | undefined };
}

/** In milliseconds: how long a refused client has to read the answer. */
const farewell = 3_000;

/**
 * Has the application answer requests for an upgrade as any other: the checks of names, addresses and keys are
 * the same. An answer other than {@link takeOver} is written to the connection, which ends then.
 */
export function upgradesFor(app: Hono): UpgradeListener {
  return async (upgrade) => {
    const { request, socket } = upgrade;
    const asked: { take: Take | undefined } = { take: undefined };
    const response = await answer(app, request, { incoming: request, upgrade: asked } as Bindings);
    if (socket.destroyed) return;
    if (asked.take && response.ok) asked.take(upgrade);
    else await refuse(socket, response);
  };
}

/**
 * Takes the connection of a request for a WebSocket over.
 *
 * @returns the answer to return; undefined for a request that asks for no WebSocket
 */
export function takeOver(c: Context, take: Take): Response | undefined {
  const { upgrade }: Bindings = c.env ?? {};
  if (!upgrade || !isWebSocket(c.req.header("upgrade"))) return undefined;
  upgrade.take = take;
  return c.body(null, 200);
}

export const isWebSocket = (upgrade: string | undefined) => upgrade?.toLowerCase() === "websocket";

async function answer(app: Hono, request: IncomingMessage, env: Bindings): Promise<Response> {
  const { method = "GET", url = "/" } = request;
  const address = `http://${request.headers.host ?? "localhost"}`;
  if (!URL.canParse(url, address)) return new Response(null, { status: 400 });
  // `Request` takes no such method (https://fetch.spec.whatwg.org/#forbidden-method).
  if (/^(?:CONNECT|TRACE|TRACK)$/i.test(method)) return new Response(null, { status: 405 });
  const headers = new Headers();
  for (const [name, values] of Object.entries(request.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  return app.fetch(new Request(new URL(url, address), { method, headers }), env);
}

/** Writes an answer to a connection that Node's HTTP server has given away. The body ends with the connection. */
async function refuse(socket: Duplex, response: Response): Promise<void> {
  const headers = [...response.headers].filter(([name]) => !ofTheConnection.has(name));
  const lines = [
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ""}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    "connection: close",
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  // A body may have no end. It is cancelled when the client has gone.
  await pipeline(response.body ?? [], socket);
  setTimeout(() => socket.destroy(), farewell).unref();
}

const ofTheConnection: ReadonlySet<string> = new Set([
  ...["connection", "content-length", "keep-alive", "transfer-encoding", "upgrade"],
]);
