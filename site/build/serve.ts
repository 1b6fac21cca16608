import { createReadStream, readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { extname, join, normalize } from "node:path";
import { pipeline } from "node:stream";
import { createGzip } from "node:zlib";

const types: Readonly<Record<string, string>> = {
  // The response has no Content-Encoding, because the page decompresses the file itself.
  ".gz": "application/gzip",
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webp": "image/webp",
  ".xml": "application/xml",
};

/**
 * Serves the built site like a static host: with its `_headers`, compressed, and with its 404 page.
 */
export function serve(folder: string, port: number): Promise<Server & { origin: string }> {
  const rules = parseHeaders(readFileSync(join(folder, "_headers"), "utf8"));
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://site");
    const requestedFile = fileAt(folder, pathname);
    const file = requestedFile ?? join(folder, "404.html");
    const type = types[extname(file)] ?? "application/octet-stream";
    const isCompressed =
      /gzip/.test(String(request.headers["accept-encoding"])) && !/webp|\/gzip/.test(type);
    for (const [prefix, name, value] of rules)
      if (pathname.startsWith(prefix)) response.setHeader(name, value);
    response.writeHead(requestedFile ? 200 : 404, {
      "content-type": type,
      ...(isCompressed && { "content-encoding": "gzip" }),
    });
    const content = createReadStream(file);
    // A browser that closes the connection early is not an error.
    const ignoreError = () => {};
    if (isCompressed) pipeline(content, createGzip(), response, ignoreError);
    else pipeline(content, response, ignoreError);
  });
  return new Promise((resolve, reject) => {
    server.on("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      const actualPort = typeof address === "object" ? address?.port : port;
      resolve(Object.assign(server, { origin: `http://localhost:${actualPort}` }));
    });
  });
}

function fileAt(folder: string, pathname: string): string | undefined {
  const path = join(folder, normalize(`/${decodeURI(pathname)}`));
  const statFile = (file: string) => statSync(file, { throwIfNoEntry: false });
  if (statFile(path)?.isFile()) return path;
  const index = join(path, "index.html");
  return pathname.endsWith("/") && statFile(index)?.isFile() ? index : undefined;
}

/** Parses the rules of a `_headers` file: a path, which can end in `*`, and the headers below it. */
function parseHeaders(text: string): [prefix: string, name: string, value: string][] {
  let prefix = "/";
  return text.split("\n").flatMap((line): [string, string, string][] => {
    const [, name, value] = /^ {2}([^:]+): (.*)$/.exec(line) ?? [];
    if (name && value) return [[prefix, name, value]];
    prefix = line.replace(/\*$/, "");
    return [];
  });
}
