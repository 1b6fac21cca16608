import { PassThrough, Readable } from "node:stream";
import { ByteLengthQueuingStrategy, type ReadableStream } from "node:stream/web";
import type { StorageContext } from "../request.ts";

/** In bytes. */
const mostBuffered = 64 * 1024;

/**
 * The request for the library. Its body holds little in memory: Node's own conversion counts chunks instead of
 * bytes, and would hold four gigabytes of them where the disk is slower than the line.
 */
export function boundedRequest(c: StorageContext): {
  readonly request: Request;
  /** Leaves the rest of the body to the server, which reads it for nothing. */
  release(): void;
} {
  const headers = new Headers(c.req.raw.headers);
  // The library refuses a header that a second proxy has added to.
  headers.delete("x-forwarded-proto");
  const { url, method } = c.req;
  const incoming = c.env?.incoming;
  if (!incoming || (method !== "POST" && method !== "PATCH")) {
    return { request: new Request(c.req.raw, { headers }), release: () => {} };
  }
  const content = new PassThrough();
  incoming.pipe(content);
  incoming.once("close", () => {
    if (!incoming.readableEnded) content.destroy(new Error("the connection broke off"));
  });
  // The library hears of it by the web stream, if it listens at all.
  content.on("error", () => {});
  const strategy = new ByteLengthQueuingStrategy({ highWaterMark: mostBuffered });
  const body: ReadableStream = Readable.toWeb(content, { strategy });
  const init = { method, headers, body, duplex: "half" } as RequestInit;
  return { request: new Request(url, init), release: () => void incoming.unpipe(content) };
}
