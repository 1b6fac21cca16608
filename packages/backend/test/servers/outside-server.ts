import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A request that an external server received. */
export interface OutsideRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface OutsideResponse {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** An object is sent as JSON. */
  readonly body?: string | object;
}

/** An HTTP server that acts as a hook or an external service. */
export interface OutsideServer {
  readonly url: string;
  readonly requests: OutsideRequest[];
  /** Creates the response to a request. The backend waits if it returns a promise. */
  answer: (request: OutsideRequest) => OutsideResponse | Promise<OutsideResponse>;
  close(): Promise<void>;
}

export async function openOutsideServer(): Promise<OutsideServer> {
  const server = createServer(async (incoming, outgoing) => {
    const request: OutsideRequest = {
      method: incoming.method ?? "",
      path: incoming.url ?? "",
      headers: incoming.headers,
      body: await text(incoming),
    };
    outside.requests.push(request);
    const { status = 200, headers = {}, body = {} } = await outside.answer(request);
    const isJson = typeof body === "object";
    outgoing.writeHead(status, {
      ...(isJson ? { "content-type": "application/json" } : {}),
      ...headers,
    });
    outgoing.end(isJson ? JSON.stringify(body) : body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const outside: OutsideServer = {
    url: `http://127.0.0.1:${port}`,
    requests: [],
    answer: () => ({}),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return outside;
}
