import { bodyTooLarge } from "./errors.ts";

/**
 * Reads a request's body, as far as it is not too large, whatever its length was said to be.
 *
 * @throws {RestError} 413
 */
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    // Whoever is cut off while they still send may never see why.
    if (size > limit * 2) break;
    if (size <= limit) chunks.push(chunk);
  }
  if (size > limit) throw bodyTooLarge(limit);
  return Buffer.concat(chunks);
}
