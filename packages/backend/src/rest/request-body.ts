import { bodyTooLarge } from "./errors.ts";

/**
 * Reads a request's body, and stops as soon as it proves too large, whatever its length was said to
 * be.
 *
 * @throws {RestError} 413
 */
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limit) throw bodyTooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
