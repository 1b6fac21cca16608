import type { Context } from "hono";
import type { RunAs } from "./caller.ts";
import type { DeskContext } from "./context.ts";
import { DeskError, noSuchWire, unreachablePath } from "./errors.ts";
import { createWireCredentials } from "./wire-credentials.ts";

export interface WireRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** The path with its query, encoded. */
  readonly path: string;
  /** The caller, or undefined for a path that requires no key. */
  readonly as?: RunAs | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** A body to send as JSON. */
  readonly json?: unknown;
  readonly stream?: ReadableStream<Uint8Array> | null;
}

/** The role that may call the wires' endpoints for administrators. */
export const asService: RunAs = { role: "service_role" };

/** The error bodies of the wires are shorter than this. */
const maxErrorBytes = 64 * 1024;

/**
 * Sends a request to a wire as an application would, so that the wire's checks, limits, hooks and audit log apply. The
 * request is not among the recent requests.
 * @throws {DeskError} if the wire responds with an error
 */
export async function callWire(
  context: DeskContext,
  c: Context,
  { method, path, as, headers, json, stream }: WireRequest,
): Promise<Response> {
  const { origin, host } = new URL(c.req.url);
  const { pathname, href } = new URL(`${origin}${path}`);
  // A user can upload a file with `..` in its name. Refuse its path, because it would lead to another endpoint, with
  // the developer's rights.
  if (pathname !== path.split("?", 1)[0]) throw unreachablePath();
  const request = new Request(href, {
    method,
    headers: {
      host,
      ...(as && (await createWireCredentials(context, as))),
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
  throw toDeskError(response.status, await readBeginning(response));
}

/** Like {@link callWire}, but returns the response's JSON. */
export async function callWireForJson<Result>(
  ...[context, c, request]: Parameters<typeof callWire>
): Promise<Result> {
  return (await callWire(context, c, request)).json() as Promise<Result>;
}

/** Returns the text of an error body, up to the limit. */
async function readBeginning({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > maxErrorBytes) break;
  }
  return text;
}

/** Returns a wire's error in the format of the desk's API. */
function toDeskError(status: number, text: string): DeskError {
  const { error_code, code, msg, message, error, statusCode } = parse(text);
  if (status === 404 && !(error_code ?? code ?? error)) return noSuchWire();
  // The storage wire sends every error with the status 400, and the actual status in the body.
  const bodyStatus = Number(statusCode);
  return new DeskError(
    bodyStatus >= 400 && bodyStatus < 500 ? bodyStatus : status,
    String(error_code ?? code ?? error ?? "wire"),
    String(msg ?? message ?? (text.trim() || `The response has the status ${status}.`)),
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
