import { Duplex } from "node:stream";
import { promisify } from "node:util";
import { constants, createGzip, gzip, gzipSync } from "node:zlib";
import type { Context, MiddlewareHandler } from "hono";
import type { Compression } from "../config/switch.ts";
import { wishFor } from "./accept-encoding.ts";
import { clientAddress } from "./client-address.ts";
import { isLoopback } from "./ip-address.ts";

/** In bytes: what is shorter goes in as many packets, compressed or not, give or take one. */
const worthwhile = 4096;

/** Up to how many bytes it takes less time than to hand it to another thread: a tenth of a millisecond. */
const shortly = 16 * 1024;

/** The fastest: the others save a twentieth more, and take twice the time. */
const options = { level: constants.Z_BEST_SPEED };

/** Whether compressing a body can pay. */
export const isLong = (body: string | Uint8Array) => body.length >= worthwhile;

/**
 * Compresses the text of an answer, which is long, where that pays and the client takes it.
 *
 * An answer must not be compressed that holds a secret beside something that another than its reader
 * chose: by its length that other learns the secret (BREACH, https://breachattack.com/). So nothing of
 * the auth wire is that holds a token.
 *
 * @returns undefined where the text is to be sent as it is
 */
export async function compress(
  c: Context,
  text: string | Uint8Array,
  compression: Compression,
): Promise<Buffer<ArrayBuffer> | undefined> {
  if (!compresses(c, compression)) return undefined;
  return text.length <= shortly ? gzipSync(text, options) : promisify(gzip)(text, options);
}

/** The same for one that is sent in parts. */
export function compressStream(
  c: Context,
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  compression: Compression,
): ReadableStream<Uint8Array<ArrayBuffer>> | undefined {
  if (!compresses(c, compression)) return undefined;
  type Bytes = Uint8Array<ArrayBuffer>;
  // Node's types of it and the browser's are not the same.
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
 * Compresses what is answered to a GET; see {@link compress} for which path may have it.
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
