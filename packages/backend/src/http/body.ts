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
 * Reads a body as UTF-8 text, and stops as soon as it proves too large, whatever its
 * Content-Length says.
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
    if (size > limit) throw new BodyTooLarge(limit);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
