import type { Context } from "hono";
import type { z } from "zod";
import { AuthError, badRequest } from "../../errors.ts";
import { readParams } from "../../request/parameters.ts";

/** Reads a body like {@link readParams}, with the reference's message for a malformed body of these endpoints. */
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
