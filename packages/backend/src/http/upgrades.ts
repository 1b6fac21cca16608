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

/** Takes over the connection after all middleware has accepted the request. */
type Take = (upgrade: Upgrade) => void;

interface Bindings extends Partial<HttpBindings> {
  readonly upgrade?: { take: Take | undefined };
}

/** How long a refused client may take to read the response. */
const closeDelayMs = 3_000;

/**
 * Passes upgrade requests through the application like any other, so that the same checks of hosts, addresses and keys
 * apply. Any response other than that of {@link takeOver} is written to the connection, which is then closed.
 */
export function upgradesFor(app: Hono): UpgradeListener {
  return async (upgrade) => {
    const { request, socket } = upgrade;
    const upgradeRequest: { take: Take | undefined } = { take: undefined };
    const response = await answer(app, request, {
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
 * @returns the response to return; undefined if the request is not for a WebSocket
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
  // `Request` does not accept these methods (https://fetch.spec.whatwg.org/#forbidden-method).
  if (/^(?:CONNECT|TRACE|TRACK)$/i.test(method)) return new Response(null, { status: 405 });
  const headers = new Headers();
  for (const [name, values] of Object.entries(request.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  return app.fetch(new Request(new URL(url, address), { method, headers }), env);
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
  ...["connection", "content-length", "keep-alive", "transfer-encoding", "upgrade"],
]);
