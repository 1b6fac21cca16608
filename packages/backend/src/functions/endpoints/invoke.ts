import type { Context } from "hono";
import { incomingBody } from "../../http/body/body.ts";
import { networkKey } from "../../http/caller/caller-key.ts";
import { clientAddress, forwardingOf } from "../../http/caller/client-address.ts";
import { isWebSocket } from "../../http/listening/upgrades.ts";
import { mountOf } from "../../http/mount.ts";
import { currentRequestId } from "../../log/request-id.ts";
import type { Limits } from "../context.ts";
import {
  bodyTooLarge,
  denoMissing,
  functionNotFound,
  methodNotAllowed,
  tooManyHeaders,
  webSocketsUnsupported,
} from "../errors.ts";
import { relay } from "../relay.ts";
import { headersForFunction } from "../relayed-headers.ts";
import { requireCredential } from "../require-credential.ts";
import { bodyBytesOf, type RelayedRequest } from "../runtime/worker-request.ts";
import type { Endpoint } from "./endpoint.ts";

/** The methods of the hosted service (https://supabase.com/docs/guides/functions/status-codes), and HEAD. */
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Deno's HTTP server accepts 100 headers, and the relay adds some. */
const maxHeaders = 90;

/**
 * Methods whose bodies are ignored, because Deno's `Request` does not accept a body for them. A preflight request
 * (OPTIONS) also requires no key.
 */
const bodilessMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Handles every method of `/{name}` and the paths below it: runs the function, which the first request starts. */
export const invoke: Endpoint = async (context, c) => {
  const { limits, workers } = context;
  const { functions, denoRuntime } = context.current;
  const projectFunction = functions.find(({ name }) => name === c.req.param("name"));
  if (!projectFunction) throw functionNotFound();
  if (projectFunction.verifyJwt && c.req.method !== "OPTIONS") await requireCredential(context, c);
  refuseUnsupported(c, limits);
  if (!denoRuntime) throw denoMissing(projectFunction.name);
  const request = toRelayedRequest(c);
  const acceptedRequest = await workers.accept(projectFunction, denoRuntime, {
    caller: networkKey(c),
    bodyBytes: bodyBytesOf(request),
  });
  return relay(request, acceptedRequest, limits);
};

/**
 * Refuses requests that no function can handle, before a worker is started.
 *
 * @throws {FunctionsError}
 */
function refuseUnsupported(c: Context, { bodyBytes }: Limits): void {
  if (!methods.includes(c.req.method)) throw methodNotAllowed(c.req.method, methods);
  if (isWebSocket(c.req.header("upgrade"))) throw webSocketsUnsupported();
  if ([...c.req.raw.headers.keys()].length > maxHeaders) throw tooManyHeaders(maxHeaders);
  if ((contentLengthOf(c) ?? 0) > bodyBytes) throw bodyTooLarge(bodyBytes);
}

function toRelayedRequest(c: Context): RelayedRequest {
  const { pathname, search, host, protocol } = new URL(c.req.url);
  const mount = mountOf(c);
  const hasBody = !bodilessMethods.has(c.req.method);
  return {
    method: c.req.method,
    // Routes match decoded paths, so the mount may be percent-encoded in the URL. The function then receives the
    // complete path.
    path: (pathname.startsWith(mount) ? pathname.slice(mount.length) : pathname) + search,
    headers: headersForFunction(c.req.raw.headers, {
      address: clientAddress(c),
      addressHeader: forwardingOf(c).header,
      host,
      protocol: protocol.slice(0, -1),
      requestId: currentRequestId(),
    }),
    contentLength: contentLengthOf(c),
    body: hasBody ? incomingBody(c).body : null,
    signal: c.req.raw.signal,
  };
}

function contentLengthOf(c: Context): number | undefined {
  const value = c.req.header("content-length");
  return value === undefined ? undefined : Number(value);
}
