import { Duplex } from "node:stream";
import { promisify } from "node:util";
import { constants, createGzip, gzip, gzipSync } from "node:zlib";
import type { Context, MiddlewareHandler } from "hono";
import type { Compression } from "../config/environment/switch.ts";
import { wishFor } from "./accept-encoding.ts";
import { clientAddress } from "./client-address.ts";
import { isLoopback } from "./ip-address.ts";

/** In bytes. A shorter body takes as many packets, compressed or not, give or take one. */
const worthwhile = 4096;

/**
 * In bytes. Up to this size, compressing takes less time than handing the body to another thread: a tenth of
 * a millisecond.
 */
const shortly = 16 * 1024;

/** The fastest level: the others save a twentieth more, and take twice the time. */
const options = { level: constants.Z_BEST_SPEED };

/** True when compressing a body can pay. */
export const isLong = (body: string | Uint8Array) => body.length >= worthwhile;

/**
 * Compresses the long text of an answer, where that pays and the client accepts it.
 *
 * An answer must not be compressed when it holds a secret beside text that someone other than its reader
 * chose: that person could learn the secret from its length (BREACH, https://breachattack.com/). So no answer
 * of the auth wire with a token in it is compressed.
 *
 * @returns undefined where the text is to be sent uncompressed
 */
export async function compress(
  c: Context,
  text: string | Uint8Array,
  compression: Compression,
): Promise<Buffer<ArrayBuffer> | undefined> {
  if (!compresses(c, compression)) return undefined;
  return text.length <= shortly ? gzipSync(text, options) : promisify(gzip)(text, options);
}

/** Compresses an answer that is sent in parts, on the same conditions. */
export function compressStream(
  c: Context,
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  compression: Compression,
): ReadableStream<Uint8Array<ArrayBuffer>> | undefined {
  if (!compresses(c, compression)) return undefined;
  type Bytes = Uint8Array<ArrayBuffer>;
  // Node's types of it differ from the browser's.
  const gzipped = Duplex.toWeb(createGzip(options)) as unknown as TransformStream<Bytes, Bytes>;
  return stream.pipeThrough(gzipped);
}

function compresses(c: Context, compression: Compression): boolean {
  const accept = c.req.header("accept-encoding");
  const wish = wishFor("gzip", accept);
  if (wish === 0 || wish < wishFor("identity", accept)) return false;
  return compression === "always" || (compression === "over-a-network" && !isOnOneMachine(c));
}

function isOnOneMachine(c: Context): boolean {
  const address = clientAddress(c);
  return address !== undefined && isLoopback(address);
}

/**
 * Compresses answers to GET; see {@link compress} for the paths that may have it.
 *
 * @param compression other than "never"
 */
export function compressed(compression: Compression): MiddlewareHandler {
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
