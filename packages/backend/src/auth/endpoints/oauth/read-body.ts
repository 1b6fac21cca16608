import type { Context } from "hono";
import type { z } from "zod";
import { AuthError, badRequest } from "../../errors.ts";
import { readParams } from "../../request/parameters.ts";

/**
 * Reads a body like {@link readParams}, but refuses a malformed one with the message of the reference's OAuth
 * endpoints.
 */
export async function readBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
  message: string,
): Promise<z.output<Schema>> {
  try {
    return await readParams(c, schema);
  } catch (error) {
    if (!(error instanceof AuthError) || error.code !== "bad_json") throw error;
    throw badRequest("bad_json", message);
  }
}
