import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, Server as NetServer } from "node:net";
import type { Duplex } from "node:stream";
import type { KeyPair } from "../config/files/self-signed.ts";
import { isLoopback } from "./ip-address.ts";
import { isWebSocket, type UpgradeListener } from "./upgrades.ts";

/**
 * In bytes. Node's own limit of 16 kB would end long queries (`id=in.(…)`) before the data wire could report
 * which limit they break.
 */
const maxHeaderSize = 80 * 1024;

/**
 * Node drops the headers beyond so many. A caller could send that many ahead of those that a proxy adds, and be
 * taken for the proxy itself. Node 24 refuses such requests, the versions before do not.
 */
const maxHeaders = 1000;

const hasLostHeaders = ({ rawHeaders }: IncomingMessage) => rawHeaders.length >= 2 * maxHeaders;

/** TLS as RFC 9325 recommends it: only with forward secrecy and authenticated encryption. */
const modern = { minVersion: "TLSv1.2", ciphers: "ECDHE+AESGCM:ECDHE+CHACHA20" } as const;

/** A port that is listened on. */
export interface Listening {
  /** Scheme, host and port, such as `http://localhost:3000`. */
  readonly origin: string;
  /**
   * Stops listening, and waits until all clients are gone, so that no request is lost that another process
   * would answer: each answer asks for the end of its connection (RFC 9112, section 9.6), and an idle one is
   * kept as long as its client was told, in which a request may be on its way.
   */
  leave(): Promise<void>;
  /** Stops listening. Requests under way have a few seconds to end. */
  close(): Promise<void>;
  /** Closes all connections at once. */
  abandon(): void;
}

/** Where to listen. */
export interface ListeningAddress {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** For https; http is then not served. */
  readonly tls?: KeyPair | undefined;
}

/**
 * Listens on a port.
 *
 * @param upgrade answers requests for a WebSocket; without it they are answered as any other
 * @throws the operating system's error when the port is not available
 */
export async function listen(
  { host, port, tls }: ListeningAddress,
  answer: RequestListener,
  upgrade?: UpgradeListener,
): Promise<Listening> {
  let isLeaving = false;
  const listener: RequestListener = (request, response) => {
    if (hasLostHeaders(request)) {
      response.writeHead(431, { connection: "close" }).end();
      return;
    }
    if (isLeaving) response.setHeader("connection", "close");
    answer(request, response);
  };
  // Other protocols than WebSocket are offered by clients that do well without (RFC 9110, section 7.8).
  const shouldUpgradeCallback = ({ headers }: IncomingMessage) => isWebSocket(headers.upgrade);
  const options = { maxHeaderSize, ...(upgrade && { shouldUpgradeCallback }) };
  const server = tls
    ? createSecureServer({ ...options, ...tls, ...modern }, listener)
    : createServer(options, listener);
  server.maxHeadersCount = maxHeaders;
  const upgraded = upgrade ? answerUpgrades(server, upgrade) : new Set<Duplex>();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return {
    origin: originOf({ host, port: (server.address() as AddressInfo).port, tls }),
    leave: () => {
      isLeaving = true;
      // The method of HTTP's server ends idle connections at once.
      return new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve()));
    },
    close: () => closeGently(server, upgraded),
    abandon: () => {
      closeAll(server, upgraded);
      server.close();
    },
  };
}

/** Scheme, host and port, such as `http://localhost:3000`. */
export function originOf({ host, port, tls }: ListeningAddress): string {
  return `${tls ? "https" : "http"}://${authority(host, port)}`;
}

/** Answers requests for an upgrade. Returns their connections, which Node's HTTP server knows no longer. */
function answerUpgrades(server: Server, upgrade: UpgradeListener): ReadonlySet<Duplex> {
  const upgraded = new Set<Duplex>();
  server.on("upgrade", (request, socket, head) => {
    upgraded.add(socket);
    socket.once("close", () => upgraded.delete(socket));
    socket.on("error", () => socket.destroy());
    if (hasLostHeaders(request)) {
      socket.end("HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\n\r\n");
      return;
    }
    upgrade({ request, socket, head }).catch(() => socket.destroy());
  });
  return upgraded;
}

function closeAll(server: Server, upgraded: ReadonlySet<Duplex>): void {
  server.closeAllConnections();
  for (const socket of upgraded) socket.destroy();
}

async function closeGently(server: Server, upgraded: ReadonlySet<Duplex>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A client keeps its connection after the answer that is under way now, too.
  const idle = setInterval(() => server.closeIdleConnections(), 20);
  const all = setTimeout(() => closeAll(server, upgraded), 3_000);
  await closed;
  clearInterval(idle);
  clearTimeout(all);
}

/** The address as people type it; on this machine its name rather than its number. */
function authority(host: string, port: number): string {
  const name = isLoopback(host) || host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `${name.includes(":") ? `[${name}]` : name}:${port}`;
}
