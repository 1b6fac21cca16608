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

/**
 * Reads a body, as far as it is not too large, whatever its Content-Length says.
 *
 * @param patience how many times the limit is read on, and forgotten. Who is cut off while they still send
 *   may never see the answer, and their next request on the same connection is lost.
 * @throws {BodyTooLarge}
 */
export async function readBytes(
  message: Pick<Request | Response, "body">,
  limit: number,
  patience: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of message.body ?? []) {
    size += chunk.byteLength;
    if (size > limit * patience) break;
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
export async function readText(
  message: Pick<Request | Response, "body">,
  limit = bodyLimit,
): Promise<string> {
  return new TextDecoder().decode(await readBytes(message, limit, 16));
}
