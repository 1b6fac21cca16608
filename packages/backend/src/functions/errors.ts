/**
 * An error of the functions wire, which is sent in place of a function's response. Statuses and messages are those of
 * the Supabase CLI (`internal/functions/serve/templates/main.ts`). Where the CLI has none, they are from
 * https://supabase.com/docs/guides/functions/status-codes.
 */
export class FunctionsError extends Error {
  override readonly name = "FunctionsError";
  readonly status: number;
  /** The code in the body. Undefined for a refused credential, whose body has no code. */
  readonly code: string | undefined;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: string | undefined,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = { ...headers };
  }

  body(): object {
    const { code, message } = this;
    return code === undefined ? { msg: message } : { code, message };
  }
}

/** Returns an error of the relay. The header lets clients distinguish it from an error of the function. */
const relayError = (status: number, code: string, message: string, headers = {}) =>
  new FunctionsError(status, code, message, { "x-relay-error": "true", ...headers });

const authenticationError = (message: string) => new FunctionsError(401, undefined, message);

export const functionNotFound = () =>
  new FunctionsError(404, "NOT_FOUND", "Requested function was not found");

export const credentialMissing = () => authenticationError("Error: Missing authorization header");
export const credentialMalformed = () =>
  authenticationError("Error: Auth header is not 'Bearer {token}'");
export const credentialInvalid = () => authenticationError("Invalid JWT");

export const methodNotAllowed = (method: string, allowed: readonly string[]) =>
  relayError(405, "METHOD_NOT_ALLOWED", `Functions do not accept the method ${method}`, {
    allow: allowed.join(", "),
  });
export const webSocketsUnsupported = () =>
  relayError(501, "NOT_IMPLEMENTED", "WebSockets are not supported in functions");
export const tooManyHeaders = (limit: number) =>
  relayError(431, "HEADERS_TOO_LARGE", `The request has more than ${limit} headers`);
export const bodyTooLarge = (limit: number) =>
  relayError(413, "PAYLOAD_TOO_LARGE", `The body is larger than ${limit} bytes`);
export const requestInvalid = () =>
  relayError(400, "BAD_REQUEST", "The request's path or one of its headers is not valid");

export const denoMissing = (name: string) =>
  relayError(503, "BOOT_ERROR", `The function ${name} waits for Deno: npm install --save-dev deno`);
export const bootFailed = () =>
  relayError(503, "BOOT_ERROR", "Worker failed to boot (please check logs)");

export const responseTimedOut = (seconds: number) =>
  relayError(504, "IDLE_TIMEOUT", `The function did not respond within ${seconds} s`);
export const bodyTimedOut = (seconds: number) =>
  relayError(408, "REQUEST_TIMEOUT", `The body did not arrive within ${seconds} s`);
export const workerOverLimit = () =>
  relayError(
    546,
    "WORKER_LIMIT",
    "Worker failed to respond due to a resource limit (please check logs)",
  );
export const workerFailed = () =>
  relayError(500, "WORKER_ERROR", "Function exited due to an error (please check logs)");

export const internalError = () =>
  relayError(500, "INTERNAL_SERVER_ERROR", "Internal Server Error");
