import type { Context } from "hono";
import type { RunAs } from "./caller.ts";
import type { DeskContext } from "./context.ts";
import { DeskError, noSuchWire, unreachablePath } from "./errors.ts";
import { credentialsOf } from "./wire-credentials.ts";

/** A request to a wire. */
export interface WireRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** The path with its query, encoded. */
  readonly path: string;
  /** As whom; undefined for a page that needs no key. */
  readonly as?: RunAs | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON. */
  readonly json?: unknown;
  readonly stream?: ReadableStream<Uint8Array> | null;
}

/** The administrator of all wires. */
export const asService: RunAs = { role: "service_role" };

/** An answer of more than this is not an error of a wire. */
const longestErrorBytes = 64 * 1024;

/**
 * Sends a request to a wire as an application would send it, so that checks, limits, hooks and the audit log are those
 * of the wire. The list of recent requests does not have it.
 *
 * @throws {DeskError} the wire's refusal
 */
export async function callWire(
  context: DeskContext,
  c: Context,
  { method, path, as, headers, json, stream }: WireRequest,
): Promise<Response> {
  const { origin, host } = new URL(c.req.url);
  const { pathname, href } = new URL(`${origin}${path}`);
  // A user's file may have a name with `..`, which would lead to another endpoint, with the developer's rights.
  if (pathname !== path.split("?", 1)[0]) throw unreachablePath();
  const request = new Request(href, {
    method,
    headers: {
      host,
      ...(as && (await credentialsOf(context, as))),
      ...(json !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(stream && { body: stream, duplex: "half" }),
    signal: c.req.raw.signal,
  } as RequestInit);
  const { recentRequests, dispatch } = context;
  const response = await (recentRequests
    ? recentRequests.asTool(() => dispatch(request))
    : dispatch(request));
  if (response.status < 400) return response;
  throw refusalOf(response.status, await beginningOf(response));
}

/** Like {@link callWire}, and reads the answer. */
export async function callWireForJson<Answer>(
  ...[context, c, request]: Parameters<typeof callWire>
): Promise<Answer> {
  return (await callWire(context, c, request)).json() as Promise<Answer>;
}

/** Returns the text of an error's body, as long as it is one. */
async function beginningOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > longestErrorBytes) break;
  }
  return text;
}

/** Returns a wire's error in the format of the desk's API. */
function refusalOf(status: number, text: string): DeskError {
  const { error_code, code, msg, message, error, statusCode } = parse(text);
  if (status === 404 && !(error_code ?? code ?? error)) return noSuchWire();
  // The storage wire answers 400 for each refusal, and its body has the status that it means.
  const meant = Number(statusCode);
  return new DeskError(
    meant >= 400 && meant < 500 ? meant : status,
    String(error_code ?? code ?? error ?? "wire"),
    String(msg ?? message ?? (text.trim() || `The answer was ${status}.`)),
  );
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
