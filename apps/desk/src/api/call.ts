import { readKey } from "./key.ts";
import { sendToApi } from "./transport.ts";

/** What the server answers to a refused request. */
interface ErrorBody {
  readonly code?: string;
  readonly message?: string;
  readonly sqlstate?: string;
  readonly detail?: string;
  readonly hint?: string;
  readonly position?: number;
  readonly statement?: number;
  /** The row of an import that is refused, from 0, and its column. */
  readonly row?: number;
  readonly column?: string;
}

/** A request that the server refused or did not answer. */
export class DeskFailure extends Error {
  override readonly name = "DeskFailure";
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
const unreachable = () =>
  new DeskFailure(0, {
    code: "unreachable",
    message: "The server does not answer. Is it still running?",
  });

/**
 * Calls the desk's API.
 *
 * @throws {DeskFailure}
 */
export async function call<Answer>(
  path: string,
  { body, signal }: { readonly body?: unknown; readonly signal?: AbortSignal } = {},
): Promise<Answer> {
  const response = await sendToApi(`/desk/api${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "x-portico-desk": readKey(), "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw unreachable();
  });
  const text = await response.text();
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = { message: text.trim() };
  }
  if (!response.ok) throw new DeskFailure(response.status, parsed as ErrorBody);
  return parsed as Answer;
}
