import { readKey } from "./key.ts";
import { sendToApi } from "./transport.ts";

/** The body of an error response. */
interface ErrorBody {
  readonly code?: string;
  readonly message?: string;
  readonly sqlstate?: string;
  readonly detail?: string;
  readonly hint?: string;
  readonly position?: number;
  readonly statement?: number;
  /** The index of the row that an import failed on, and its column. */
  readonly row?: number;
  readonly column?: string;
}

/** Thrown for a request that the server refused or did not answer. */
export class DeskError extends Error {
  override readonly name = "DeskError";
  readonly status: number;
  readonly code: string;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message ?? `The server answered ${status}.`);
    this.status = status;
    this.code = body.code ?? "unknown";
    this.body = body;
  }
}

/** The server is not running, or the network of this machine is down. */
const unreachableError = () =>
  new DeskError(0, {
    code: "unreachable",
    message: "The server does not answer. Is it still running?",
  });

/**
 * Calls the desk's API.
 *
 * @throws {DeskError}
 */
export async function call<Result>(
  path: string,
  { body, signal }: { readonly body?: unknown; readonly signal?: AbortSignal } = {},
): Promise<Result> {
  const response = await sendToApi(`/desk/api${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "x-portico-desk": readKey(), "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw unreachableError();
  });
  const text = await response.text();
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = { message: text.trim() };
  }
  if (!response.ok) throw new DeskError(response.status, parsed as ErrorBody);
  return parsed as Result;
}

/** A value as `JSON.parse` returns it: dates are strings. */
export type Json<Value> = Value extends Date
  ? string
  : Value extends object
    ? { readonly [Key in keyof Value]: Json<Value[Key]> }
    : Value;
