import { watch } from "node:fs";
import { Hono } from "hono";
import { currentRequestId } from "../log/request-id.ts";
import type { ProjectFunction } from "./project-functions.ts";
import { BootError, type RunnerOptions, type RunningFunction, startFunction } from "./runner.ts";

/** In milliseconds: the longest answer, as on the hosted service. */
const longestAnswer = 150_000;
/** In milliseconds: editors write several files at once. */
const calmAfterChange = 200;

/** The parts that the functions' wire is made of. */
export interface Functions {
  readonly functions: readonly ProjectFunction[];
  /** Undefined where there is no Deno. */
  readonly runner: RunnerOptions | undefined;
  /** True when the caller has a key of the project or a good token. */
  readonly isKnown: (credential: string) => Promise<boolean>;
}

/** The functions' wire. */
export interface FunctionsWire {
  readonly app: Hono;
  close(): void;
}

/**
 * The wire of Edge Functions: each function is started by its first request, and again after a change.
 *
 * Source of statuses and messages: the Supabase CLI, `internal/functions/serve/templates/main.ts`.
 */
export function createFunctions({ functions, runner, isKnown }: Functions): FunctionsWire {
  const app = new Hono();
  const running = new Map<string, Promise<RunningFunction>>();
  const stopWatching = runner && functions.length > 0 ? watchFiles(runner, stopAll) : () => {};

  function stopAll() {
    for (const one of running.values()) one.then(({ stop }) => stop()).catch(() => {});
    running.clear();
  }

  function start(found: ProjectFunction, options: RunnerOptions): Promise<RunningFunction> {
    const known = running.get(found.name);
    if (known) return known;
    const started = startFunction(found, options);
    running.set(found.name, started);
    const forget = () => {
      if (running.get(found.name) === started) running.delete(found.name);
    };
    started.then(({ ended }) => ended.then(forget), forget);
    return started;
  }

  app.all("/:name/*", async (c) => {
    const found = functions.find(({ name }) => name === c.req.param("name"));
    if (!found) {
      // A page may read that it asks for what is not there.
      const body = { code: "NOT_FOUND", message: "Requested function was not found" };
      return corsed(Response.json(body, { status: 404 }));
    }
    if (found.verifyJwt && c.req.method !== "OPTIONS") {
      const refusal = await refusalOf(c.req.raw.headers, isKnown);
      if (refusal) return corsed(Response.json({ msg: refusal }, { status: 401 }));
    }
    if (!runner) {
      const message = `The function ${found.name} waits for Deno: npm install --save-dev deno`;
      return relayError(503, "BOOT_ERROR", message);
    }
    return relay(c.req.raw, () => start(found, runner));
  });
  return {
    app,
    close() {
      stopWatching();
      stopAll();
    },
  };
}

/** The reason why a caller is refused, in the CLI's words. */
async function refusalOf(
  headers: Headers,
  isKnown: Functions["isKnown"],
): Promise<string | undefined> {
  const authorization = headers.get("authorization");
  const [, token] = authorization?.match(/^Bearer +(\S+)$/) ?? [];
  if (authorization !== null && token === undefined) {
    return "Error: Auth header is not 'Bearer {token}'";
  }
  const credential = token ?? headers.get("apikey");
  if (!credential) return "Error: Missing authorization header";
  return (await isKnown(credential)) ? undefined : "Invalid JWT";
}

/** Passes a request on, and the answer back, as streams. */
async function relay(request: Request, start: () => Promise<RunningFunction>): Promise<Response> {
  let target: RunningFunction;
  try {
    target = await start();
  } catch (error) {
    if (!(error instanceof BootError)) throw error;
    return relayError(503, "BOOT_ERROR", "Worker failed to boot (please check logs)");
  }
  const { pathname, search, host, protocol } = new URL(request.url);
  const headers = new Headers(request.headers);
  for (const name of ["host", "connection", "keep-alive", "transfer-encoding", "expect"]) {
    headers.delete(name);
  }
  const id = currentRequestId();
  if (id !== undefined) headers.set("x-request-id", id);
  headers.set("x-forwarded-host", host);
  headers.set("x-forwarded-proto", protocol.slice(0, -1));
  const path = pathname.replace(/^.*?\/functions\/v1/, "");
  const end = target.begin();
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  try {
    const answer = await fetch(`${target.origin}${path}${search}`, {
      method: request.method,
      headers,
      redirect: "manual",
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(longestAnswer)]),
      ...(hasBody && { body: request.body, duplex: "half" as const }),
    });
    const kept = new Headers(answer.headers);
    // `fetch` has decoded the body, so that its length is another.
    if (kept.has("content-encoding")) kept.delete("content-length");
    for (const name of ["content-encoding", "transfer-encoding", "connection"]) kept.delete(name);
    return new Response(untilEnd(answer.body, end), { status: answer.status, headers: kept });
  } catch {
    end();
    if (request.signal.aborted) return new Response(null, { status: 499 });
    const message = "Worker failed to respond due to a resource limit (please check logs)";
    // A function that does not end keeps a core. The next request starts another.
    target.stop();
    await target.ended;
    return relayError(546, "WORKER_LIMIT", message);
  }
}

/** The same body; tells when it has ended, or nobody reads it any more. */
function untilEnd(
  body: ReadableStream<Uint8Array> | null,
  end: () => void,
): ReadableStream<Uint8Array> | null {
  if (!body) {
    end();
    return null;
  }
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  body.pipeTo(writable).then(end, end);
  return readable;
}

/** An error of the relay, and not of the function: clients tell them apart by the header. */
function relayError(status: number, code: string, message: string): Response {
  return corsed(Response.json({ code, message }, { status, headers: { "x-relay-error": "true" } }));
}

function corsed(response: Response): Response {
  response.headers.set("access-control-allow-origin", "*");
  response.headers.set("access-control-expose-headers", "x-relay-error");
  return response;
}

/** Calls back some time after a file of the functions has changed. */
function watchFiles({ directory, log }: RunnerOptions, changed: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  try {
    const watcher = watch(`${directory}/functions`, { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(changed, calmAfterChange);
      timer.unref();
    });
    watcher.on("error", () => {});
    watcher.unref();
    return () => {
      clearTimeout(timer);
      watcher.close();
    };
  } catch (err) {
    log.warn({ err }, "changes of functions are not seen: start again after each");
    return () => {};
  }
}
