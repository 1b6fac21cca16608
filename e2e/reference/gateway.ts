import { once } from "node:events";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer, request, type Server, type ServerResponse } from "node:http";
import { extname, join, normalize } from "node:path";

const prefix = "/auth/v1";

/** Starts a gateway that forwards `/auth/v1/…` to the Auth server. No other service exists. */
export async function startGateway(port: number, authPort: number): Promise<() => Promise<void>> {
  const server = createServer((incoming, outgoing) => {
    const { headers, method, url = "" } = incoming;
    if (!url.startsWith(`${prefix}/`)) {
      outgoing.writeHead(404, { "Access-Control-Allow-Origin": "*" }).end();
      return;
    }
    const path = url.slice(prefix.length);
    const upstreamRequest = request({ port: authPort, host: "127.0.0.1", method, path, headers });
    upstreamRequest.on("response", (upstreamResponse) => {
      outgoing.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
      upstreamResponse.pipe(outgoing);
    });
    upstreamRequest.on("error", () => outgoing.destroy());
    incoming.pipe(upstreamRequest);
  });
  return listen(server, port);
}

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
};

/** Serves a folder like a static host: an unknown path is answered with `index.html`. */
export async function serveFolder(folder: string, port: number): Promise<() => Promise<void>> {
  const server = createServer(async ({ url = "/" }, response) => {
    const path = normalize(new URL(url, "http://localhost").pathname);
    const isFile = await stat(join(folder, path)).then(
      (stats) => stats.isFile(),
      () => false,
    );
    sendFile(response, join(folder, isFile ? path : "index.html"));
  });
  return listen(server, port);
}

function sendFile(response: ServerResponse, path: string): void {
  response.setHeader("Content-Type", types[extname(path)] ?? "application/octet-stream");
  createReadStream(path).pipe(response);
}

async function listen(server: Server, port: number): Promise<() => Promise<void>> {
  server.listen(port, "localhost");
  await once(server, "listening");
  return async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
}
