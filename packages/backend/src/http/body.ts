import type { IncomingMessage } from "node:http";
import type { Context } from "hono";

/** The largest body that is read: 1 MB, as the hosted service's auth has it. */
export const bodyLimit = 1 << 20;

/** A body of more than the limit's bytes. */
export class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";
  readonly limit: number;

  constructor(limit: number) {
    super(`The body is larger than ${limit} bytes.`);
    this.limit = limit;
  }
}

/** A request or an answer, as far as its body is concerned. */
export interface Bodied {
  readonly body: AsyncIterable<Uint8Array> | null;
}

/**
 * A request's body as the server's own stream has it. The body of Hono's request is that stream made
 * into one of the web, which takes more time than all else that is done to understand a short request.
 */
export function arriving(c: Context): Bodied {
  const incoming: IncomingMessage | undefined = c.env?.incoming;
  if (!incoming) return c.req.raw;
  // RFC 9112, section 6.3: without either, there is none.
  const { "content-length": length, "transfer-encoding": encoding } = incoming.headers;
  if (length === undefined && encoding === undefined) return { body: null };
  // Destroyed, it would take the connection along, on which the answer is still to be sent.
  return { body: incoming.iterator({ destroyOnReturn: false }) };
}

/**
 * Reads a body, as far as it is not too large, whatever its Content-Length says.
 *
 * @param readOn how many times the limit is read on, and forgotten. Who is cut off while they still send
 *   may never see the answer, and their next request on the same connection is lost.
 * @throws {BodyTooLarge}
 */
export async function readBytes(
  message: Bodied,
  limit: number,
  readOn: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of message.body ?? []) {
    size += chunk.byteLength;
    if (size > limit * readOn) break;
    if (size <= limit) chunks.push(chunk);
  }
  if (size > limit) throw new BodyTooLarge(limit);
  return Buffer.concat(chunks);
}

/**
 * The same as UTF-8 text.
 *
 * @throws {BodyTooLarge}
 */
export async function readText(message: Bodied, limit = bodyLimit): Promise<string> {
  return new TextDecoder().decode(await readBytes(message, limit, 16));
}
