import { type Context, Hono } from "hono";
import { parseBearer } from "../http/bearer.ts";
import { arriving } from "../http/body.ts";
import { clientAddress, forwardingOf } from "../http/client-address.ts";
import { isWebSocket } from "../http/upgrades.ts";
import { currentRequestId } from "../log/request-id.ts";
import type { ProjectFunction } from "./project-functions.ts";
import { bodyTooLarge, type RelayLimits, relay } from "./relay.ts";
import { relayError, withCors } from "./relay-errors.ts";
import { headersForFunction } from "./relayed-headers.ts";
import { BootError, type RunnerOptions, type RunningFunction } from "./runner.ts";
import { watchFunctions } from "./watch.ts";
import { bodyBytesOf, type RelayedRequest } from "./worker-request.ts";
import { Workers } from "./workers.ts";

/** The current functions of the project, and how to run them. */
export interface CurrentFunctions {
  readonly functions: readonly ProjectFunction[];
  /** Undefined if Deno is not installed. */
  readonly runner: RunnerOptions | undefined;
}

/** The dependencies of the functions wire. */
export interface Functions extends Pick<RunnerOptions, "directory" | "log"> {
  readonly current: CurrentFunctions;
  /** Reads the functions and their variables again. */
  readonly reload: () => Promise<CurrentFunctions>;
  /** Returns whether the credential is a key of the project or a valid token. */
  readonly isValidCredential: (credential: string) => Promise<boolean>;
  readonly limits: RelayLimits;
}

/** The functions wire. */
export interface FunctionsWire {
  readonly app: Hono;
  close(): Promise<void>;
}

/** The methods of the hosted service (https://supabase.com/docs/guides/functions/status-codes), and HEAD. */
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Deno's HTTP server accepts 100, and the relay adds some. */
const maxHeaders = 90;

/** Methods whose bodies are ignored: Deno's `Request` accepts no body for them, and a preflight needs no key. */
const bodilessMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Creates the wire of Edge Functions. A function is started by its first request, and again after a change.
 *
 * Statuses and messages are those of the Supabase CLI, `internal/functions/serve/templates/main.ts`, and where the CLI
 * has none those of https://supabase.com/docs/guides/functions/status-codes.
 */
export function createFunctions(parts: Functions): FunctionsWire {
  const { directory, log, reload, isValidCredential, limits } = parts;
  const app = new Hono();
  const workers = new Workers();
  let { current } = parts;
  const stopWatching = watchFunctions(directory, log, async () => {
    current = await reload();
    workers.retire();
  });

  app.all("/:name/*", async (c) => {
    const { functions, runner } = current;
    const projectFunction = functions.find(({ name }) => name === c.req.param("name"));
    if (!projectFunction) {
      // With CORS headers, a page can read the error.
      const body = { code: "NOT_FOUND", message: "Requested function was not found" };
      return withCors(Response.json(body, { status: 404 }));
    }
    if (projectFunction.verifyJwt && c.req.method !== "OPTIONS") {
      const refusal = await authenticationError(c.req.raw.headers, isValidCredential);
      if (refusal) return withCors(Response.json({ msg: refusal }, { status: 401 }));
    }
    const refusal = rejectUnsupported(c, limits);
    if (refusal) return refusal;
    if (!runner) {
      const message = `The function ${projectFunction.name} waits for Deno: npm install --save-dev deno`;
      return relayError(503, "BOOT_ERROR", message);
    }
    const request = toRelayedRequest(c);
    let worker: RunningFunction;
    try {
      worker = await workers.for(projectFunction, runner, bodyBytesOf(request));
    } catch (error) {
      if (!(error instanceof BootError)) throw error;
      return relayError(503, "BOOT_ERROR", "Worker failed to boot (please check logs)");
    }
    return relay(request, worker, limits);
  });
  return {
    app,
    close() {
      stopWatching();
      return workers.stop();
    },
  };
}

/** Returns the CLI's message if the caller is refused. */
async function authenticationError(
  headers: Headers,
  isValidCredential: Functions["isValidCredential"],
): Promise<string | undefined> {
  const authorization = headers.get("authorization");
  const token = parseBearer(authorization);
  if (authorization !== null && token === undefined) {
    return "Error: Auth header is not 'Bearer {token}'";
  }
  const credential = token ?? headers.get("apikey");
  if (!credential) return "Error: Missing authorization header";
  return (await isValidCredential(credential)) ? undefined : "Invalid JWT";
}

/** Refuses requests that no function can answer, before a worker is started. */
function rejectUnsupported(c: Context, limits: RelayLimits): Response | undefined {
  if (!methods.includes(c.req.method)) {
    const refusal = relayError(405, "METHOD_NOT_ALLOWED", `A function has no ${c.req.method}`);
    refusal.headers.set("allow", methods.join(", "));
    return refusal;
  }
  if (isWebSocket(c.req.header("upgrade"))) {
    return relayError(501, "NOT_IMPLEMENTED", "Functions cannot serve WebSockets here");
  }
  if ([...c.req.raw.headers.keys()].length > maxHeaders) {
    return relayError(431, "HEADERS_TOO_LARGE", `The request has more than ${maxHeaders} headers`);
  }
  return (contentLengthOf(c) ?? 0) > limits.bodyBytes ? bodyTooLarge(limits.bodyBytes) : undefined;
}

function toRelayedRequest(c: Context): RelayedRequest {
  const { pathname, search, host, protocol } = new URL(c.req.url);
  const hasBody = !bodilessMethods.has(c.req.method);
  return {
    method: c.req.method,
    path: pathname.replace(/^.*?\/functions\/v1/, "") + search,
    headers: headersForFunction(c.req.raw.headers, {
      address: clientAddress(c),
      addressHeader: forwardingOf(c).header,
      host,
      protocol: protocol.slice(0, -1),
      requestId: currentRequestId(),
    }),
    contentLength: contentLengthOf(c),
    body: hasBody ? arriving(c).body : null,
    signal: c.req.raw.signal,
  };
}

function contentLengthOf(c: Context): number | undefined {
  const value = c.req.header("content-length");
  return value === undefined ? undefined : Number(value);
}
