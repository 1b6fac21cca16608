import type { IncomingMessage } from "node:http";
import type { Context } from "hono";

/** The default limit for a body: 1 MB, as on the hosted auth service. */
export const bodyLimit = 1 << 20;

/** Thrown if a body has more bytes than the limit. */
export class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";
  readonly limit: number;

  constructor(limit: number) {
    super(`The body is larger than ${limit} bytes.`);
    this.limit = limit;
  }
}

/** A request or response, reduced to its body. */
export interface MessageWithBody {
  readonly body: AsyncIterable<Uint8Array> | null;
}

/**
 * Returns a request's body as Node's own stream. Hono wraps it in a web stream, which takes longer than all other work
 * of reading a short request.
 */
export function incomingBody(c: Context): MessageWithBody {
  const incoming: IncomingMessage | undefined = c.env?.incoming;
  if (!incoming) return c.req.raw;
  // RFC 9112, section 6.3: without either header, the request has no body.
  const { "content-length": length, "transfer-encoding": encoding } = incoming.headers;
  if (length === undefined && encoding === undefined) return { body: null };
  // Destroying the stream would close the connection before the response is sent.
  return { body: incoming.iterator({ destroyOnReturn: false }) };
}

/**
 * Collects the chunks of a body. Joins small chunks as they arrive, because each takes more than a hundred bytes of
 * memory and the client decides how small they are.
 */
export class ChunkBuffer {
  readonly #joinedChunks: Uint8Array[] = [];
  #latestChunks: Uint8Array[] = [];

  add(chunk: Uint8Array): void {
    this.#latestChunks.push(chunk);
    if (this.#latestChunks.length < 1000) return;
    this.#joinedChunks.push(Buffer.concat(this.#latestChunks));
    this.#latestChunks = [];
  }

  concat(): Buffer<ArrayBuffer> {
    return Buffer.concat([...this.#joinedChunks, ...this.#latestChunks]);
  }
}

/**
 * Reads a body up to the limit, whatever its Content-Length says.
 *
 * @param readFactor how many times the limit is read and discarded from a larger body before the connection is closed.
 * A client whose connection closes while it sends may never see the response, and loses its next request on the same
 * connection.
 * @throws {BodyTooLarge}
 */
export async function readBytes(
  message: MessageWithBody,
  limit: number,
  readFactor: number,
): Promise<Uint8Array> {
  const chunks = new ChunkBuffer();
  let size = 0;
  for await (const chunk of message.body ?? []) {
    size += chunk.byteLength;
    if (size > limit * readFactor) break;
    if (size <= limit) chunks.add(chunk);
  }
  if (size > limit) throw new BodyTooLarge(limit);
  return chunks.concat();
}

/**
 * Reads a body as UTF-8 text.
 *
 * @throws {BodyTooLarge}
 */
export async function readText(message: MessageWithBody, limit = bodyLimit): Promise<string> {
  return new TextDecoder().decode(await readBytes(message, limit, 16));
}
