import type { Context } from "hono";
import { z } from "zod";
import { incomingBody, readText } from "../../http/body/body.ts";
import type { DataContext, DeskContext } from "../context.ts";
import { invalidRequest } from "../errors.ts";

/** Handles the requests to one path of the API. */
export type Endpoint = (context: DeskContext, c: Context) => Promise<Response>;

/** Handles the requests to a path that also exists in a browser tab. */
export type DataEndpoint = (context: DataContext, c: Context) => Promise<Response>;

/** The maximum size of a request body. Imports are the largest. */
const maxBodyBytes = 16 * 1024 * 1024;

/**
 * Reads a body of JSON.
 *
 * @throws {DeskError} if the body does not have this shape
 */
export async function readBody<Shape extends z.ZodType>(
  c: Context,
  shape: Shape,
): Promise<z.output<Shape>> {
  const text = await readText(incomingBody(c), maxBodyBytes);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw invalidRequest("The body is not JSON.");
  }
  const parsed = shape.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidRequest(`${issue?.path.join(".") || "The body"}: ${issue?.message}`);
}

/** A name. PostgreSQL allows 63 bytes by default, but can be compiled with a higher limit. */
export const nameShape = z.string().min(1).max(256);

/**
 * Accepts what PostgreSQL's `uuid` accepts. `z.uuid()` would refuse handwritten ids in a seed, which have no version.
 */
export const idShape = z.guid();

export const runAsShape = z.object({
  role: nameShape,
  user: idShape.optional(),
  claims: z.record(z.string().max(200), z.unknown()).optional(),
  headers: z.record(z.string().max(200), z.string().max(8_000)).optional(),
});

/** The members of every request about a table or view. */
export const relationShape = z.object({ schema: nameShape, name: nameShape, as: runAsShape });

export const keyShape = z.array(z.string().max(10_000)).min(1).max(32);

/** Returns the request to the REST API that has the same effect as an operation on a table or view. */
export const requestOn = (method: string, { schema, name }: { schema: string; name: string }) => ({
  request: { method, path: `/${encodeURIComponent(name)}`, schema },
});
