import type { Context } from "hono";
import { z } from "zod";
import { BodyTooLarge, incomingBody, readText } from "../../http/body/body.ts";
import { nestsDeeperThan } from "../../http/body/nesting.ts";
import { clientAddress } from "../../http/caller/client-address.ts";
import { AuthError, badRequest } from "../errors.ts";

/** Returns the schema of a text member. As in the reference, an absent or null member is treated as empty. */
export const text = () =>
  z
    .string()
    .nullish()
    .transform((value) => value ?? "");

/** Returns the schema of free-form user metadata. */
export const metadata = () => z.record(z.string(), z.unknown()).nullish();

/** The body members that start a PKCE flow. */
export const pkceParams = { code_challenge: text(), code_challenge_method: text() };

/**
 * Reads and validates the JSON body.
 *
 * @throws {AuthError} 400, 413
 */
export async function readParams<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
  { mayBeEmpty = false } = {},
): Promise<z.output<Schema>> {
  const result = schema.safeParse(withSchemaNames(schema, await readJson(c, mayBeEmpty)));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const location = issue?.path.length ? `${issue.path.join(".")}: ` : "";
  throw badRequest(
    "bad_json",
    `Could not parse request body as JSON: ${location}${issue?.message ?? "unexpected type"}`,
  );
}

/**
 * Matches member names to the schema without regard to case; the last of two spellings wins. Go decodes JSON
 * into structs this way, and applications rely on it without noticing.
 */
function withSchemaNames(schema: z.ZodType, body: unknown): unknown {
  if (!(schema instanceof z.ZodObject) || !isObject(body)) return body;
  const names = new Map(Object.keys(schema.shape).map((name) => [name.toLowerCase(), name]));
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [names.get(name.toLowerCase()) ?? name, value]),
  );
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The maximum number of nesting levels in a JSON body: more than metadata needs, and few enough for any database. */
const maxDepth = 200;

/** Matches escaped NUL characters and surrogates. A body cannot contain these characters without an escape. */
const mayHaveUnstorableText = /\\u(?:0000|d[89a-f])/i;

/**
 * Returns a JSON value whose texts PostgreSQL can store. A reviver of `JSON.parse` would take forty times as long, and
 * block all other requests.
 *
 * @throws {SyntaxError} for a NUL character
 */
function toStorable(value: unknown): unknown {
  if (typeof value === "string") {
    refuseNul(value);
    return value.toWellFormed();
  }
  if (Array.isArray(value)) return value.map(toStorable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      refuseNul(key);
      return [key, toStorable(member)];
    }),
  );
}

function refuseNul(text: string): void {
  if (text.includes("\0")) throw new SyntaxError("a NUL character cannot be stored");
}

async function readJson(c: Context, mayBeEmpty: boolean): Promise<unknown> {
  let body: string;
  try {
    body = await readText(incomingBody(c));
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error;
    throw new AuthError(
      413,
      "request_entity_too_large",
      `Request body too large (max ${error.limit} bytes)`,
    );
  }
  if (mayBeEmpty && body === "") return {};
  if (nestsDeeperThan(maxDepth, body)) {
    throw badRequest(
      "bad_json",
      `Could not parse request body as JSON: over ${maxDepth} levels deep`,
    );
  }
  try {
    const parsed: unknown = JSON.parse(body);
    // The reference, written in Go, treats null as absent.
    return (mayHaveUnstorableText.test(body) ? toStorable(parsed) : parsed) ?? {};
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : "unexpected type";
    throw badRequest("bad_json", `Could not parse request body as JSON: ${reason}`);
  }
}

/** The maximum length of the user agent. Limited because every session stores it. */
const maxUserAgentLength = 1024;

/** Returns the device of the request. */
export function device(c: Context): Device {
  const userAgent = c.req.header("user-agent")?.slice(0, maxUserAgentLength).toWellFormed();
  return { userAgent, address: clientAddress(c) };
}

/** Returns the redirect URLs that the request names, in order of precedence. */
export function redirectCandidates(c: Context): (string | undefined)[] {
  return [c.req.header("redirect_to") ?? c.req.query("redirect_to"), c.req.header("referer")];
}

export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The device of a request, which the session stores. */
export interface Device {
  readonly userAgent: string | undefined;
  /** An IP address. */
  readonly address: string | undefined;
}
