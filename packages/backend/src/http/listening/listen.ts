import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, Server as NetServer } from "node:net";
import type { Duplex } from "node:stream";
import type { KeyPair } from "../../config/files/self-signed.ts";
import { isLoopback } from "../caller/ip-address.ts";
import { RequestTurns } from "./in-turn.ts";
import { limitConnections } from "./limit-connections.ts";
import type { ReservedPort } from "./reserved-port.ts";
import { isWebSocket, type UpgradeListener } from "./upgrades.ts";

/**
 * Node's default limit of 16 kB would reject long queries (`id=in.(…)`) before the REST API could report which limit
 * they exceed.
 */
const maxHeaderBytes = 80 * 1024;

/**
 * Node drops headers above this number. A caller could send so many headers that those of a proxy are dropped, and so
 * be mistaken for the proxy. Node 24 refuses such requests, but earlier versions do not.
 */
const maxHeaders = 1000;

const hasLostHeaders = ({ rawHeaders }: IncomingMessage) => rawHeaders.length >= 2 * maxHeaders;

/** The TLS settings that RFC 9325 recommends: only forward secrecy and authenticated encryption. */
const tlsSettings = { minVersion: "TLSv1.2", ciphers: "ECDHE+AESGCM:ECDHE+CHACHA20" } as const;

/** A port on which the server listens. */
export interface Listening {
  /** The scheme, host and port, such as `http://localhost:3000`. */
  readonly origin: string;
  /**
   * Stops listening, and waits until all clients are gone, so that no request is lost while another process takes
   * over. Each response closes its connection (RFC 9112, section 9.6). Idle connections stay open for the announced
   * keep-alive time, because a request may be on its way.
   */
  leave(): Promise<void>;
  /** Stops listening. Current requests have a few seconds to finish. */
  close(): Promise<void>;
  /** Closes all connections immediately. */
  abandon(): void;
}

/** The address to listen on. */
export interface ListeningAddress {
  readonly host: string;
  /** The port number, or 0 for any free port. */
  readonly port: number;
  /** Serves https instead of http. */
  readonly tls?: KeyPair | undefined;
  /** The port, if it has already been opened. */
  readonly reserved?: ReservedPort | undefined;
  /** How many connections one network may have. Undefined behind proxies, which open the connections of all clients. */
  readonly maxNetworkConnections?: number | undefined;
}

/**
 * Listens on a port.
 *
 * @param upgrade handles requests for a WebSocket. Without it, they are handled like other requests.
 * @throws the operating system's error if the port is not available
 */
export async function listen(
  { host, port, tls, reserved, maxNetworkConnections }: ListeningAddress,
  handleRequest: RequestListener,
  upgrade?: UpgradeListener,
): Promise<Listening> {
  let isLeaving = false;
  const turns = new RequestTurns(handleRequest);
  const listener: RequestListener = (request, response) => {
    if (hasLostHeaders(request)) {
      response.writeHead(431, { connection: "close" }).end();
      return;
    }
    if (isLeaving) response.setHeader("connection", "close");
    turns.handle(request, response);
  };
  // Clients that offer other protocols than WebSocket also work without them (RFC 9110, section 7.8).
  const shouldUpgradeCallback = ({ headers }: IncomingMessage) => isWebSocket(headers.upgrade);
  const options = { maxHeaderSize: maxHeaderBytes, ...(upgrade && { shouldUpgradeCallback }) };
  const server = tls
    ? createSecureServer({ ...options, ...tls, ...tlsSettings }, listener)
    : createServer(options, listener);
  server.maxHeadersCount = maxHeaders;
  if (maxNetworkConnections !== undefined) limitConnections(server, maxNetworkConnections);
  const upgradedSockets = upgrade ? handleUpgrades(server, upgrade, turns) : new Set<Duplex>();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.once("listening", () => {
      server.off("error", reject);
      resolve();
    });
    if (reserved) reserved.handOver(server);
    else server.listen(port, host);
  });
  return {
    origin: originOf({
      host,
      port: (server.address() as AddressInfo).port,
      isSecure: tls !== undefined,
    }),
    leave: () => {
      isLeaving = true;
      // The HTTP server's own `close` would also close idle connections.
      return new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve()));
    },
    close: () => closeGracefully(server, upgradedSockets),
    abandon: () => {
      closeAll(server, upgradedSockets);
      server.close();
    },
  };
}

/** Returns the scheme, host and port, such as `http://localhost:3000`. */
export function originOf({
  host,
  port,
  isSecure,
}: Pick<ListeningAddress, "host" | "port"> & { readonly isSecure: boolean }): string {
  return `${isSecure ? "https" : "http"}://${authority(host, port)}`;
}

/** Handles upgrade requests. Returns their connections, which Node's HTTP server no longer tracks. */
function handleUpgrades(
  server: Server,
  upgrade: UpgradeListener,
  turns: RequestTurns,
): ReadonlySet<Duplex> {
  const upgradedSockets = new Set<Duplex>();
  server.on("upgrade", (request, socket, head) => {
    upgradedSockets.add(socket);
    socket.once("close", () => upgradedSockets.delete(socket));
    socket.on("error", () => socket.destroy());
    turns.handleUpgrade(socket, () => {
      if (hasLostHeaders(request)) {
        socket.end("HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\n\r\n");
        return;
      }
      upgrade({ request, socket, head }).catch(() => socket.destroy());
    });
  });
  return upgradedSockets;
}

function closeAll(server: Server, upgradedSockets: ReadonlySet<Duplex>): void {
  server.closeAllConnections();
  for (const socket of upgradedSockets) socket.destroy();
}

async function closeGracefully(
  server: Server,
  upgradedSockets: ReadonlySet<Duplex>,
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Repeat this, because connections become idle after their current responses.
  const interval = setInterval(() => server.closeIdleConnections(), 20);
  const timeout = setTimeout(() => closeAll(server, upgradedSockets), 3_000);
  await closed;
  clearInterval(interval);
  clearTimeout(timeout);
}

/** Returns the host and port as users type them, with `localhost` for this machine. */
function authority(host: string, port: number): string {
  const name = isLoopback(host) || host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `${name.includes(":") ? `[${name}]` : name}:${port}`;
}
