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
 * How many times the limit is read on, and forgotten. Who is cut off while they still send may never see
 * the answer, and their next request on the same connection is lost.
 */
const patience = 16;

/**
 * Reads a body as UTF-8 text, as far as it is not too large, whatever its Content-Length says.
 *
 * @throws {BodyTooLarge}
 */
export async function readText(
  message: Pick<Request | Response, "body">,
  limit = bodyLimit,
): Promise<string> {
  if (!message.body) return "";
  const decoder = new TextDecoder();
  let size = 0;
  let text = "";
  for await (const chunk of message.body) {
    size += chunk.byteLength;
    if (size > limit * patience) break;
    if (size <= limit) text += decoder.decode(chunk, { stream: true });
  }
  if (size > limit) throw new BodyTooLarge(limit);
  return text + decoder.decode();
}
