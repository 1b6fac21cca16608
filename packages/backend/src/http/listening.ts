import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { isLoopback } from "./client-address.ts";

/**
 * In bytes. Node's own limit of 16 kB would end long queries (`id=in.(…)`) before the data wire could
 * say which limit they break.
 */
const maxHeaderSize = 80 * 1024;

/** A port that is listened on. */
export interface Listening {
  /** Scheme, host and port, such as `http://localhost:3000`. */
  readonly origin: string;
  /** Lets what is under way end, within a few seconds. */
  close(): Promise<void>;
  /** Cuts everybody off. */
  abandon(): void;
}

/**
 * Answers on a port.
 *
 * @param port 0 takes a free one
 * @throws the operating system's error when the port cannot be had
 */
export async function listen(
  { host, port }: { readonly host: string; readonly port: number },
  answer: RequestListener,
): Promise<Listening> {
  const server = createServer({ maxHeaderSize }, answer);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return {
    origin: originOf(host, (server.address() as AddressInfo).port),
    close: () => closeGently(server),
    abandon: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function closeGently(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const impatience = setTimeout(() => server.closeAllConnections(), 3_000);
  await closed;
  clearTimeout(impatience);
}

/** What people type; on this machine its name rather than its number. */
function originOf(host: string, port: number): string {
  const name = isLoopback(host) || host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
