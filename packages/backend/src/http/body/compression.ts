import { Duplex } from "node:stream";
import { promisify } from "node:util";
import { constants, createGzip, gzip, gzipSync } from "node:zlib";
import type { Context, MiddlewareHandler } from "hono";
import type { Compression } from "../../config/environment/variables.ts";
import { clientAddress } from "../caller/client-address.ts";
import { isLoopback } from "../caller/ip-address.ts";
import { preferenceFor } from "./accept-encoding.ts";

/** Shorter bodies are not compressed, because compression hardly reduces the number of their packets. */
const minBytes = 4096;

/**
 * Up to this size, compressing a body takes a tenth of a millisecond, which is less than passing it to another thread.
 */
const maxSyncBytes = 16 * 1024;

/** Uses the fastest level. Higher levels save 5 % more and take twice the time. */
const gzipOptions = { level: constants.Z_BEST_SPEED };

/** Returns whether a body is long enough to compress. */
export const isLong = (body: string | Uint8Array) => body.length >= minBytes;

/**
 * Compresses the long text of a response if the client accepts it.
 *
 * A response must not be compressed if it contains a secret next to text that an attacker can choose: the attacker
 * could learn the secret from its length (BREACH, https://breachattack.com/). So no response of the auth wire with a
 * token is compressed.
 *
 * @returns undefined if the text must be sent uncompressed
 */
export async function compress(
  c: Context,
  text: string | Uint8Array,
  compression: Compression,
): Promise<Buffer<ArrayBuffer> | undefined> {
  if (!shouldCompress(c, compression)) return undefined;
  return text.length <= maxSyncBytes
    ? gzipSync(text, gzipOptions)
    : promisify(gzip)(text, gzipOptions);
}

/** Compresses a streamed response under the same conditions as {@link compress}. */
export function compressStream(
  c: Context,
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  compression: Compression,
): ReadableStream<Uint8Array<ArrayBuffer>> | undefined {
  if (!shouldCompress(c, compression)) return undefined;
  type Bytes = Uint8Array<ArrayBuffer>;
  // The cast is needed because the stream types of Node and browsers differ.
  const gzipStream = Duplex.toWeb(createGzip(gzipOptions)) as TransformStream<Bytes, Bytes>;
  return stream.pipeThrough(gzipStream);
}

function shouldCompress(c: Context, compression: Compression): boolean {
  const accept = c.req.header("accept-encoding");
  const preference = preferenceFor("gzip", accept);
  if (preference === 0 || preference < preferenceFor("identity", accept)) return false;
  return compression === "always" || (compression === "over-a-network" && !isOnOneMachine(c));
}

function isOnOneMachine(c: Context): boolean {
  const address = clientAddress(c);
  return address !== undefined && isLoopback(address);
}

/**
 * Returns middleware that compresses responses to GET. See {@link compress} for the paths that may use it.
 *
 * @param compression a setting other than "never"
 */
export function compressResponses(compression: Compression): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { res } = c;
    if (c.req.method !== "GET" || !res.ok) return;
    const text = await res.text();
    const body = isLong(text) ? await compress(c, text, compression) : undefined;
    const headers = new Headers(res.headers);
    headers.append("vary", "Accept-Encoding");
    if (body) {
      headers.set("content-encoding", "gzip");
      headers.delete("content-length");
    }
    c.res = undefined;
    c.res = new Response(body ?? text, { status: res.status, headers });
  };
}
