import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { KeyPair } from "../config/files/self-signed.ts";
import { isLoopback } from "./ip-address.ts";

/**
 * In bytes. Node's own limit of 16 kB would end long queries (`id=in.(…)`) before the data wire could report
 * which limit they break.
 */
const maxHeaderSize = 80 * 1024;

/** TLS as RFC 9325 recommends it: only with forward secrecy and authenticated encryption. */
const modern = { minVersion: "TLSv1.2", ciphers: "ECDHE+AESGCM:ECDHE+CHACHA20" } as const;

/** A port that is listened on. */
export interface Listening {
  /** Scheme, host and port, such as `http://localhost:3000`. */
  readonly origin: string;
  /** Stops listening. Requests under way have a few seconds to end. */
  close(): Promise<void>;
  /** Closes all connections at once. */
  abandon(): void;
}

/**
 * Listens on a port.
 *
 * @param port 0 takes a free one
 * @param tls for https; http is then not served
 * @throws the operating system's error when the port is not available
 */
export async function listen(
  {
    host,
    port,
    tls,
  }: { readonly host: string; readonly port: number; readonly tls?: KeyPair | undefined },
  answer: RequestListener,
): Promise<Listening> {
  const server = tls
    ? createSecureServer({ maxHeaderSize, ...tls, ...modern }, answer)
    : createServer({ maxHeaderSize }, answer);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return {
    origin: `${tls ? "https" : "http"}://${authority(host, (server.address() as AddressInfo).port)}`,
    close: () => closeGently(server),
    abandon: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function closeGently(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A client keeps its connection after the answer that is under way now, too.
  const idle = setInterval(() => server.closeIdleConnections(), 20);
  const all = setTimeout(() => server.closeAllConnections(), 3_000);
  await closed;
  clearInterval(idle);
  clearTimeout(all);
}

/** The address as people type it; on this machine its name rather than its number. */
function authority(host: string, port: number): string {
  const name = isLoopback(host) || host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `${name.includes(":") ? `[${name}]` : name}:${port}`;
}
