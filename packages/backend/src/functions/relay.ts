import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Limits } from "./context.ts";
import {
  bodyTimedOut,
  bodyTooLarge,
  type FunctionsError,
  requestInvalid,
  responseTimedOut,
  workerFailed,
  workerOverLimit,
} from "./errors.ts";
import { headersForCaller } from "./relayed-headers.ts";
import type { RunningFunction } from "./runtime/deno-runtime.ts";
import type { AcceptedRequest } from "./runtime/worker-pool.ts";
import {
  openRequest,
  probe,
  type RelayedRequest,
  responseTo,
  sendBody,
} from "./runtime/worker-request.ts";

/** A worker that does not respond to a probe within this time is stuck. */
const probeTimeoutMs = 5_000;

/** The time to wait for the exit of a worker, which is reported shortly after its connections have closed. */
const maxExitDelayMs = 1_000;

/** Responses with these statuses have no body (https://fetch.spec.whatwg.org/#null-body-status). */
const bodilessStatuses: ReadonlySet<number> = new Set([204, 205, 304]);

type FailureCause = "caller has gone" | "body is too large" | "time is over";

/**
 * Streams a request to a function and its response back. A failure ends only this request: the worker is stopped
 * only if a probe shows that it is stuck.
 *
 * @throws {FunctionsError}
 */
export async function relay(
  incoming: RelayedRequest,
  { worker, end: endWork }: AcceptedRequest,
  limits: Limits,
): Promise<Response> {
  const { signal, body } = incoming;
  const outgoing = tryOrUndefined(() => openRequest(incoming, worker));
  if (!outgoing) {
    endWork();
    throw requestInvalid();
  }
  let cause: FailureCause | undefined;
  let isSent = body === null;
  const fail = (reason: FailureCause) => {
    cause ??= reason;
    outgoing.destroy();
  };
  const onAbort = () => fail("caller has gone");
  const timer = setTimeout(() => {
    fail("time is over");
    void stopIfStuck(worker);
  }, limits.responseMs);
  const end = () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
    endWork();
  };
  const response = responseTo(outgoing);
  signal.addEventListener("abort", onAbort);
  if (signal.aborted) onAbort();
  const onTooLarge = () => fail("body is too large");
  const bodySent = sendBody(outgoing, body, { limitBytes: limits.bodyBytes, onTooLarge });
  bodySent.then(() => {
    isSent = true;
    outgoing.end();
  }, onAbort);
  try {
    return toCallerResponse(await response, incoming.method, end);
  } catch {
    end();
    outgoing.destroy();
  }
  if (cause === "caller has gone") return new Response(null, { status: 499 });
  if (cause === "body is too large") throw bodyTooLarge(limits.bodyBytes);
  if (cause === "time is over") throw timeoutError(limits, isSent);
  throw await workerError(worker);
}

async function stopIfStuck(worker: RunningFunction): Promise<void> {
  if (!(await probe(worker, { signal: AbortSignal.timeout(probeTimeoutMs) }))) worker.stop();
}

function timeoutError({ responseMs }: Limits, isSent: boolean): FunctionsError {
  const seconds = responseMs / 1000;
  return isSent ? responseTimedOut(seconds) : bodyTimedOut(seconds);
}

/** Returns the error for a connection that the worker closed without a response. */
async function workerError({ ended }: RunningFunction): Promise<FunctionsError> {
  const ending = await Promise.race([ended, sleep(maxExitDelayMs, undefined, { ref: false })]);
  return ending === "over a limit" ? workerOverLimit() : workerFailed();
}

function toCallerResponse(response: IncomingMessage, method: string, end: () => void): Response {
  const { statusCode: status = 500 } = response;
  // A proxy in front of the server would pass on what follows a 101 as another protocol, past its own rules.
  if (status < 200) throw new Error(`The function responded with the status ${status}.`);
  const headers = headersForCaller(response);
  const hasBody = method !== "HEAD" && !bodilessStatuses.has(status);
  const callerResponse = new Response(hasBody ? streamOf(response, end) : null, {
    status,
    headers,
  });
  if (!hasBody) response.resume().once("close", end);
  return callerResponse;
}

function streamOf(response: IncomingMessage, end: () => void): ReadableStream<Uint8Array> {
  // Without a listener, an error before the first read would crash the process. The reader still receives the error.
  response.on("error", () => {}).once("close", end);
  const chunks: AsyncIterator<Buffer> = response.iterator();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => void response.destroy(),
    },
    { highWaterMark: 0 },
  );
}

function tryOrUndefined<Result>(call: () => Result): Result | undefined {
  try {
    return call();
  } catch {
    return undefined;
  }
}
