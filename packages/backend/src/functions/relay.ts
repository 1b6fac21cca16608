import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Limits } from "./context.ts";
import type { RunningFunction } from "./deno-runtime.ts";
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
import { openRequest, probe, type RelayedRequest, responseTo, sendBody } from "./worker-request.ts";
import type { AcceptedRequest } from "./workers.ts";

/** A worker that does not answer a probe in this time is stuck. */
const probeMs = 5_000;

/** A worker's connections close shortly before its exit is reported. */
const exitNoticeMs = 1_000;

/** Responses with these statuses have no body (https://fetch.spec.whatwg.org/#null-body-status). */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

type Cause = "caller has gone" | "body is too large" | "time is over";

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
  let cause: Cause | undefined;
  let isSent = body === null;
  const fail = (reason: Cause) => {
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
  const sending = sendBody(outgoing, body, { limit: limits.bodyBytes, onTooLarge });
  sending.then(() => {
    isSent = true;
    outgoing.end();
  }, onAbort);
  try {
    return toCaller(await response, incoming.method, end);
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
  if (!(await probe(worker, { signal: AbortSignal.timeout(probeMs) }))) worker.stop();
}

function timeoutError({ responseMs }: Limits, isSent: boolean): FunctionsError {
  const seconds = responseMs / 1000;
  return isSent ? responseTimedOut(seconds) : bodyTimedOut(seconds);
}

/** Returns the error for a connection that the worker closed without a response. */
async function workerError({ ended }: RunningFunction): Promise<FunctionsError> {
  const ending = await Promise.race([ended, sleep(exitNoticeMs, undefined, { ref: false })]);
  return ending === "over a limit" ? workerOverLimit() : workerFailed();
}

function toCaller(response: IncomingMessage, method: string, end: () => void): Response {
  const { statusCode: status = 500 } = response;
  const headers = headersForCaller(response);
  const hasBody = method !== "HEAD" && !bodiless.has(status);
  const answer = new Response(hasBody ? streamOf(response, end) : null, { status, headers });
  if (!hasBody) response.resume().once("close", end);
  return answer;
}

function streamOf(response: IncomingMessage, end: () => void): ReadableStream<Uint8Array> {
  // The response may fail before it is read; the reader then receives the error.
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

function tryOrUndefined<Outcome>(act: () => Outcome): Outcome | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
