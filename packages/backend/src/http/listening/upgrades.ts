import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";

/** A connection whose client requests another protocol (RFC 9110, section 7.8). */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** The bytes that arrived after the request. */
  readonly head: Buffer;
}

export type UpgradeListener = (upgrade: Upgrade) => Promise<void>;

/** Called with the connection after all middleware has accepted the request. */
type TakeOverConnection = (upgrade: Upgrade) => void;

interface Bindings extends Partial<HttpBindings> {
  readonly upgrade?: { take: TakeOverConnection | undefined };
}

/** The time that a refused client has to read the response. */
const closeDelayMs = 3_000;

/**
 * Returns a listener that passes upgrade requests through the application like other requests, so that the same checks
 * of hosts, addresses and keys apply. A response that is not from {@link takeOver} is written to the connection, which
 * is then closed.
 */
export function upgradesFor(app: Hono): UpgradeListener {
  return async (upgrade) => {
    const { request, socket } = upgrade;
    const upgradeRequest: { take: TakeOverConnection | undefined } = { take: undefined };
    const response = await dispatch(app, request, {
      incoming: request,
      upgrade: upgradeRequest,
    } as Bindings);
    if (socket.destroyed) return;
    if (upgradeRequest.take && response.ok) upgradeRequest.take(upgrade);
    else await refuse(socket, response);
  };
}

/**
 * Takes over the connection of a WebSocket request.
 *
 * @returns the response that the endpoint returns, or undefined if the request is not for a WebSocket
 */
export function takeOver(c: Context, take: TakeOverConnection): Response | undefined {
  const { upgrade }: Bindings = c.env ?? {};
  if (!upgrade || !isWebSocket(c.req.header("upgrade"))) return undefined;
  upgrade.take = take;
  return c.body(null, 200);
}

export const isWebSocket = (upgrade: string | undefined) => upgrade?.toLowerCase() === "websocket";

async function dispatch(app: Hono, request: IncomingMessage, env: Bindings): Promise<Response> {
  const { method = "GET", url = "/" } = request;
  const baseUrl = `http://${request.headers.host ?? "localhost"}`;
  if (!URL.canParse(url, baseUrl)) return new Response(null, { status: 400 });
  // `Request` does not accept these methods (https://fetch.spec.whatwg.org/#forbidden-method).
  if (/^(?:CONNECT|TRACE|TRACK)$/i.test(method)) return new Response(null, { status: 405 });
  const headers = new Headers();
  for (const [name, values] of Object.entries(request.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  return app.fetch(new Request(new URL(url, baseUrl), { method, headers }), env);
}

/** Writes a response to a connection that Node's HTTP server has released. The end of the connection ends the body. */
async function refuse(socket: Duplex, response: Response): Promise<void> {
  const headers = [...response.headers].filter(([name]) => !connectionHeaders.has(name));
  const lines = [
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ""}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    "connection: close",
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  // An endless body is cancelled when the client disconnects.
  await pipeline(response.body ?? [], socket);
  setTimeout(() => socket.destroy(), closeDelayMs).unref();
}

const connectionHeaders: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
]);
