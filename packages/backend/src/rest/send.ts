import type { Context } from "hono";
import type { Compression } from "../config/environment/variables.ts";
import { compress, compressStream, isLong } from "../http/compression.ts";
import { sharingHeaders } from "./cors.ts";
import type { MemoryLease } from "./memory-lease.ts";
import type { Answer } from "./respond.ts";
import type { RestSettings } from "./settings.ts";

/** How an answer is sent. */
export interface Sending {
  /** Holds the memory of a long answer until it has been sent. */
  readonly memoryLease: MemoryLease;
  readonly settings: RestSettings;
  readonly compression: Compression;
}

/** The fetch standard does not allow a body for these statuses. */
const bodiless = new Set([204, 205, 304]);

/** Builds the HTTP response for an answer. */
export async function send(
  context: Context,
  answer: Answer,
  { memoryLease, settings, compression }: Sending,
): Promise<Response> {
  const { raw: request } = context.req;
  const headers = new Headers();
  for (const [name, value] of answer.headers) headers.append(name, value);
  for (const [name, value] of sharingHeaders(request.headers, settings.allowedOrigins)) {
    headers.set(name, value);
  }
  const trace = settings.traceHeader && request.headers.get(settings.traceHeader);
  if (settings.traceHeader && trace) headers.set(settings.traceHeader, trace);
  if (!headers.has("Vary")) headers.set("Vary", "Accept, Prefer, Range");
  if (settings.allowedOrigins.length > 0) headers.append("Vary", "Origin");
  const hasBody = request.method !== "HEAD" && !bodiless.has(answer.status);
  // `Response` would add a Content-Type to an empty text.
  const body = hasBody && answer.body !== "" ? answer.body : null;
  const isHeld = body instanceof Uint8Array && memoryLease.size > 0;
  if (!isHeld) memoryLease.release();
  const stream = isHeld ? memoryLease.stream(body, context.env) : undefined;
  const sent = body && (await sentBody(context, headers, { body, stream }, compression));
  return new Response(sent, {
    status: answer.status,
    ...(answer.statusText === undefined ? {} : { statusText: answer.statusText }),
    headers,
  });
}

interface Body {
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** The body as a stream, if it counts towards the memory budget. */
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>> | undefined;
}

/** Returns the response body, compressed if that saves time, and sets the headers to match. */
async function sentBody(
  context: Context,
  headers: Headers,
  { body, stream }: Body,
  compression: Compression,
) {
  if (mayBePacked(body, headers, compression)) {
    headers.append("Vary", "Accept-Encoding");
    const packed = stream
      ? compressStream(context, stream, compression)
      : await compress(context, body, compression);
    if (packed) {
      headers.set("Content-Encoding", "gzip");
      headers.delete("Content-Length");
      return packed;
    }
  }
  if (stream) headers.set("Content-Length", String(body.length));
  return stream ?? body;
}

function mayBePacked(
  body: string | Uint8Array,
  headers: Headers,
  compression: Compression,
): boolean {
  if (compression === "never" || !isLong(body)) return false;
  // A function's body may already be encoded, be an image, or have `no-transform`.
  if (headers.has("Content-Encoding")) return false;
  if (typeof body !== "string" && !isText.test(headers.get("Content-Type") ?? "")) return false;
  return !/no-transform/i.test(headers.get("Cache-Control") ?? "");
}

const isText = /^text\/|json|xml/;
