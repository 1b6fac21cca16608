import type { Context } from "hono";
import { arriving, BodyTooLarge, readBytes } from "../http/body.ts";
import { bodyTooLarge } from "./errors.ts";

/**
 * Reads a request's body, as far as it is not too large, whatever its length was said to be.
 *
 * @throws {RestError} 413
 */
export async function readBody(context: Context, limit: number): Promise<Uint8Array> {
  try {
    return await readBytes(arriving(context), limit, 2);
  } catch (error) {
    throw error instanceof BodyTooLarge ? bodyTooLarge(limit) : error;
  }
}
