import type { Context } from "hono";
import type { Compression } from "../config/environment/variables.ts";
import { compress, compressStream, isLong } from "../http/body/compression.ts";
import { corsHeaders } from "./cors.ts";
import type { MemoryLease } from "./memory-lease.ts";
import type { RestResponse } from "./response.ts";
import type { RestSettings } from "./settings.ts";

/** The options for creating an HTTP response. */
export interface HttpResponseOptions {
  /** Holds the memory of a long response until it has been sent. */
  readonly memoryLease: MemoryLease;
  readonly settings: RestSettings;
  readonly compression: Compression;
}

/** The fetch standard does not allow a body for these statuses. */
const bodilessStatuses = new Set([204, 205, 304]);

/** Returns the HTTP response for a response of the REST API. */
export async function createHttpResponse(
  context: Context,
  response: RestResponse,
  { memoryLease, settings, compression }: HttpResponseOptions,
): Promise<Response> {
  const { raw: request } = context.req;
  const headers = new Headers();
  for (const [name, value] of response.headers) headers.append(name, value);
  for (const [name, value] of corsHeaders(request.headers, settings.allowedOrigins)) {
    headers.set(name, value);
  }
  const traceId = settings.traceHeader && request.headers.get(settings.traceHeader);
  if (settings.traceHeader && traceId) headers.set(settings.traceHeader, traceId);
  if (!headers.has("Vary")) headers.set("Vary", "Accept, Prefer, Range");
  if (settings.allowedOrigins.length > 0) headers.append("Vary", "Origin");
  const hasBody = request.method !== "HEAD" && !bodilessStatuses.has(response.status);
  // `Response` would add a Content-Type to an empty text.
  const body = hasBody && response.body !== "" ? response.body : null;
  const isStreamed = body instanceof Uint8Array && memoryLease.size > 0;
  if (!isStreamed) memoryLease.release();
  const stream = isStreamed ? memoryLease.stream(body, context.env) : undefined;
  const responseBody = body && (await encodeBody(context, headers, { body, stream }, compression));
  return new Response(responseBody, {
    status: response.status,
    ...(response.statusText === undefined ? {} : { statusText: response.statusText }),
    headers,
  });
}

interface Body {
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** The body as a stream, if it counts towards the memory budget. */
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>> | undefined;
}

/** Returns the response body, compressed if that saves time, and sets the matching headers. */
async function encodeBody(
  context: Context,
  headers: Headers,
  { body, stream }: Body,
  compression: Compression,
) {
  if (isCompressible(body, headers, compression)) {
    headers.append("Vary", "Accept-Encoding");
    const compressed = stream
      ? compressStream(context, stream, compression)
      : await compress(context, body, compression);
    if (compressed) {
      headers.set("Content-Encoding", "gzip");
      headers.delete("Content-Length");
      return compressed;
    }
  }
  if (stream) headers.set("Content-Length", String(body.length));
  return stream ?? body;
}

function isCompressible(
  body: string | Uint8Array,
  headers: Headers,
  compression: Compression,
): boolean {
  if (compression === "never" || !isLong(body)) return false;
  // A function's body may already be encoded, be an image, or have `no-transform`.
  if (headers.has("Content-Encoding")) return false;
  if (typeof body !== "string" && !textType.test(headers.get("Content-Type") ?? "")) return false;
  return !/no-transform/i.test(headers.get("Cache-Control") ?? "");
}

const textType = /^text\/|json|xml/;
