import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { BodyTooLarge, readText } from "../../http/body/body.ts";
import { type AuthError, badRequest, failure, unprocessable } from "../errors.ts";
import { signWebhook } from "./webhook-signature.ts";

export interface HttpCall {
  readonly url: string;
  /** The secrets in the form `v1,whsec_…`. The request has a signature for each. */
  readonly secrets: readonly string[];
  /** The JSON text of the request. */
  readonly body: string;
}

export interface HttpTimeouts {
  /** The limit for all attempts of a call together. */
  readonly timeoutMs: number;
  /** The pause between two attempts. */
  readonly backoffMs: number;
}

/** The defaults of supabase/auth (`internal/hooks/hookshttp`). */
const defaultTimeouts: HttpTimeouts = { timeoutMs: 5000, backoffMs: 2000 };
const maxAttempts = 3;

const maxResponseBytes = 200 * 1024;

/**
 * Posts to a hook with a Standard Webhooks signature, and retries if the hook does not respond.
 *
 * @returns the JSON text of the response, or undefined for 204
 * @throws {AuthError}
 */
export async function callHttpHook(
  call: HttpCall,
  timeouts: HttpTimeouts = defaultTimeouts,
): Promise<string | undefined> {
  const deadline = AbortSignal.timeout(timeouts.timeoutMs);
  try {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const response = await post(call, deadline).catch((error: unknown) => {
        if (deadline.aborted || attempt === maxAttempts) throw unreachableError(error);
        return undefined;
      });
      if (response === undefined) {
        await setTimeout(timeouts.backoffMs, undefined, { signal: deadline });
      } else if (!isRetryRequested(response)) {
        return await readResponse(response);
      } else {
        await response.body?.cancel();
      }
    }
  } catch (error) {
    if (!deadline.aborted) throw error;
    throw unprocessable(
      "hook_timeout",
      `Failed to reach hook within maximum time of ${(timeouts.timeoutMs / 1000).toFixed(6)} seconds`,
    );
  }
  throw unavailableError();
}

function post({ url, secrets, body }: HttpCall, signal: AbortSignal): Promise<Response> {
  const id = randomUUID();
  const timestamp = Math.floor(Date.now() / 1000);
  const signatures = secrets.map((secret) => signWebhook(secret, id, timestamp, body));
  return fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "accept-encoding": "identity",
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      // Join the signatures with a comma and a space, as the reference does. Libraries split at the space.
      "webhook-signature": signatures.join(", "),
    },
    body,
    // The signature is meant for this URL, so do not follow redirects.
    redirect: "manual",
    signal,
  });
}

const unreachableError = (cause: unknown): AuthError => {
  const authError = unprocessable(
    "hook_timeout_after_retry",
    "Failed to reach hook after maximum retries",
  );
  authError.cause = cause;
  return authError;
};

const unavailableError = () => failure("Service currently unavailable due to hook");

function isRetryRequested({ status, headers }: Response): boolean {
  return (status === 429 || status === 503) && Boolean(headers.get("retry-after"));
}

async function readResponse(response: Response): Promise<string | undefined> {
  switch (response.status) {
    case 204:
      return undefined;
    case 200:
    case 202:
      requireJson(response.headers.get("content-type"));
      return readLimited(response);
    case 400:
      throw failure("Invalid payload sent to hook");
    case 401:
      throw failure("Hook requires authorization token");
    case 429:
    case 503:
      throw unavailableError();
    default:
      throw failure(`Unexpected status code returned from hook: ${response.status}`);
  }
}

function requireJson(contentType: string | null): void {
  const contentTypeError = (message: string) =>
    badRequest("hook_payload_invalid_content_type", message);
  if (!contentType) throw contentTypeError("Invalid Content-Type: Missing Content-Type header");
  const [mediaType = ""] = contentType.split(";");
  if (mediaType.trim().toLowerCase() !== "application/json") {
    throw contentTypeError(`Invalid JSON response. Received content-type: ${contentType}`);
  }
}

async function readLimited(response: Response): Promise<string> {
  try {
    return await readText(response, maxResponseBytes);
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error;
    throw unprocessable(
      "hook_payload_over_size_limit",
      `Payload size exceeded size limit of ${maxResponseBytes} bytes`,
    );
  }
}
