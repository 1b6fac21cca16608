import { maxPatternCost } from "../database/pattern-cost.ts";
import { maxTextSearchLength } from "../database/value-cost.ts";

/**
 * An error in PostgREST's format: `{ code, details, hint, message }` with a status. Codes, statuses and messages are
 * PostgREST's own (https://docs.postgrest.org/en/v14/references/errors.html). This file and `plan/errors.ts` (PGRST2xx)
 * define all of them. `sqlstate.ts` converts PostgreSQL's own errors to the same format.
 */
export class RestError extends Error {
  override readonly name = "RestError";
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  readonly hint: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** The reason phrase of the status line. Undefined for the standard phrase. */
  readonly statusText: string | undefined;

  constructor(status: number, code: string, message: string, options: RestErrorDetails = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = options.details ?? null;
    this.hint = options.hint ?? null;
    this.headers = options.headers ?? {};
    this.statusText = options.statusText;
  }

  /** The response's body. */
  get body(): string {
    const { code, details, hint, message } = this;
    return JSON.stringify({ code, details, hint, message });
  }

  /** The body without details and hint, for `client_error_verbosity = minimal`. */
  get terseBody(): string {
    return JSON.stringify({ code: this.code, message: this.message });
  }
}

export interface RestErrorDetails {
  readonly details?: unknown;
  readonly hint?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly statusText?: string;
}

// PGRST0xx: errors of the database connection.

export function databaseUnavailable(details: string): RestError {
  return new RestError(503, "PGRST001", "Database client error. Retrying the connection.", {
    details,
    headers: { "Retry-After": "1" },
  });
}

export function acquisitionTimeout(): RestError {
  return new RestError(504, "PGRST003", "Timed out acquiring connection from connection pool.");
}

/** PostgREST has no equivalent, because it does not limit the memory of responses. */
export function outOfResponseMemory(): RestError {
  return new RestError(503, "PGRST050", "There is no room for a large answer at present", {
    hint: "Try again, or ask for fewer rows.",
    headers: { "Retry-After": "1" },
  });
}

/** PostgREST has no equivalent, because it does not limit how many requests of a caller can wait. */
export function tooManyWaiting(): RestError {
  return new RestError(429, "PGRST051", "Too many of your requests wait for the database", {
    hint: "Send fewer requests at a time.",
    headers: { "Retry-After": "1" },
  });
}

export function callerSuspended(seconds: number): RestError {
  return new RestError(429, "PGRST052", "Your requests have repeatedly held up the database", {
    hint: "Ask for less in one request.",
    headers: { "Retry-After": String(seconds) },
  });
}

export function schemaCacheMissing(): RestError {
  return new RestError(
    503,
    "PGRST002",
    "Could not query the database for the schema cache. Retrying.",
    { headers: { "Retry-After": "1" } },
  );
}

// PGRST1xx: errors of the request.

export function queryNotParsed(message: string, details: string): RestError {
  return new RestError(400, "PGRST100", message, { details });
}

export function methodNotForRpc(method: string): RestError {
  return new RestError(405, "PGRST101", `Cannot use the ${method} method on RPC`);
}

export function invalidBody(message: string): RestError {
  return new RestError(400, "PGRST102", message);
}

/**
 * Returns the error for a body above the size limit, in PostgREST's format. On the hosted service, the gateway refuses
 * the body in its own format.
 */
export function bodyTooLarge(maxBytes: number): RestError {
  return new RestError(413, "PGRST102", "The request body is too large", {
    details: `The largest body accepted has ${maxBytes} bytes.`,
  });
}

/** PostgREST has no such error, because it does not limit what the database spends on parsing values. */
export function valuesTooComplex(): RestError {
  return new RestError(400, "PGRST102", "A value takes the database too long to parse", {
    details: `At most ${maxTextSearchLength} characters are accepted for a tsquery, 10,000 for a cube, and ${maxPatternCost} for all regular expressions of jsonpath values, with repetitions written out.`,
  });
}

/** Returns the error for a body that is within the size limit, but contains too many values. */
export function bodyTooDetailed(): RestError {
  return new RestError(413, "PGRST102", "The request body has too many values", {
    hint: "Send the rows in several requests.",
  });
}

/** Returns the error for a body that arrives too slowly while other requests wait for memory. */
export function bodyTooSlow(): RestError {
  return new RestError(408, "PGRST102", "The request body came too slowly", {
    headers: { Connection: "close" },
  });
}

export function queryStringTooLong(maxCharacters: number): RestError {
  return new RestError(414, "PGRST100", "The request address is too long", {
    details: `The longest query string accepted has ${maxCharacters} characters.`,
  });
}

/** PostgREST has no equivalent, because it does not limit the size of responses. */
export function responseTooLarge(description: string, maxBytes: number): RestError {
  return new RestError(400, "PGRST150", "The answer is too large", {
    details: `${description} The largest answer has ${maxBytes} bytes.`,
    hint: "Ask for fewer columns, or for the rows in several requests, by limit and offset.",
  });
}

type RangeFault =
  | { readonly kind: "negativeLimit" }
  | { readonly kind: "reversed" }
  | { readonly kind: "beyondTotal"; readonly offset: bigint; readonly total: bigint };

export function rangeNotSatisfiable(fault: RangeFault): RestError {
  return new RestError(416, "PGRST103", "Requested range not satisfiable", {
    details: rangeFaultDetails(fault),
  });
}

function rangeFaultDetails(fault: RangeFault): string {
  switch (fault.kind) {
    case "negativeLimit":
      return "Limit should be greater than or equal to zero.";
    case "reversed":
      return "The lower boundary must be lower than or equal to the upper boundary in the Range header.";
    case "beyondTotal":
      return `An offset of ${fault.offset} was requested, but there are only ${fault.total} rows.`;
    default:
      return fault satisfies never;
  }
}

export function invalidPutFilters(): RestError {
  const message = "Filters must include all and only primary key columns with 'eq' operators";
  return new RestError(405, "PGRST105", message);
}

export function schemaNotExposed(schema: string, exposedSchemas: readonly string[]): RestError {
  return new RestError(406, "PGRST106", `Invalid schema: ${schema}`, {
    hint: `Only the following schemas are exposed: ${exposedSchemas.join(", ")}`,
  });
}

export function mediaTypesNotAvailable(types: readonly string[]): RestError {
  const message = `None of these media types are available: ${types.join(", ")}`;
  return new RestError(406, "PGRST107", message);
}

/** @param alias the alias that the request has to use in place of the relation's name */
export function notEmbedded(relation: string, alias?: string | null): RestError {
  const message = `'${relation}' is not an embedded resource in this request`;
  return new RestError(
    400,
    "PGRST108",
    message,
    alias
      ? {
          details: "Target names are not allowed in filters if they have an alias",
          hint: `Change '${relation}' to '${alias}' in filters, orders or limits.`,
        }
      : { hint: `Verify that '${relation}' is included in the 'select' query parameter.` },
  );
}

export function invalidResponseHeaders(): RestError {
  return new RestError(
    500,
    "PGRST111",
    "response.headers guc must be a JSON array composed of objects with a single key and a string value",
  );
}

export function invalidResponseStatus(): RestError {
  return new RestError(500, "PGRST112", "response.status guc must be a valid status code");
}

export function putWithRange(): RestError {
  const message = "limit/offset querystring parameters are not allowed for PUT";
  return new RestError(400, "PGRST114", message);
}

export function putMismatch(): RestError {
  const message = "Payload values do not match URL in primary key column(s)";
  return new RestError(400, "PGRST115", message);
}

export function notSingular(rows: bigint): RestError {
  return new RestError(406, "PGRST116", "Cannot coerce the result to a single JSON object", {
    details: `The result contains ${rows} rows`,
  });
}

export function methodNotSupported(method: string): RestError {
  return new RestError(405, "PGRST117", `Unsupported HTTP method: ${method}`);
}

export function relatedOrderNotToOne(origin: string, target: string): RestError {
  return new RestError(400, "PGRST118", `A related order on '${target}' is not possible`, {
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  });
}

type RaiseFault =
  | { readonly kind: "message"; readonly text: string }
  | { readonly kind: "detail"; readonly text: string }
  | { readonly kind: "noDetail" };

/** Returns the error for a `RAISE SQLSTATE 'PGRST'` whose MESSAGE or DETAIL is not valid JSON. */
export function raiseNotParsed(fault: RaiseFault): RestError {
  const message = `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`;
  return new RestError(500, "PGRST121", message, raiseFaultDetails(fault));
}

function raiseFaultDetails(fault: RaiseFault): RestErrorDetails {
  const detailHint =
    "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.";
  switch (fault.kind) {
    case "message":
      return {
        details: `Invalid JSON value for MESSAGE: '${fault.text}'`,
        hint: "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
      };
    case "detail":
      return { details: `Invalid JSON value for DETAIL: '${fault.text}'`, hint: detailHint };
    case "noDetail":
      return { details: "DETAIL is missing in the RAISE statement", hint: detailHint };
    default:
      return fault satisfies never;
  }
}

export function invalidPreferences(preferences: readonly string[]): RestError {
  return new RestError(400, "PGRST122", "Invalid preferences given with handling=strict", {
    details: `Invalid preferences: ${preferences.join(", ")}`,
  });
}

export function aggregatesNotAllowed(): RestError {
  return new RestError(400, "PGRST123", "Use of aggregate functions is not allowed");
}

export function tooManyAffected(rows: bigint): RestError {
  return new RestError(400, "PGRST124", "Query result exceeds max-affected preference constraint", {
    details: `The query affects ${rows} rows`,
  });
}

export function invalidPath(): RestError {
  return new RestError(404, "PGRST125", "Invalid path specified in request URL");
}

export function openApiDisabled(): RestError {
  return new RestError(404, "PGRST126", "Root endpoint metadata is disabled");
}

export function notImplemented(details: string): RestError {
  return new RestError(400, "PGRST127", "Feature not implemented", { details });
}

export function maxAffectedOnSingle(): RestError {
  return new RestError(
    400,
    "PGRST128",
    "Function must return SETOF or TABLE when max-affected preference is used with handling=strict",
  );
}

// PGRST3xx: errors of tokens, which the server throws when it verifies a token.

/** Returns PGRST301 for a token that cannot be decoded, or whose signature is wrong. */
export function tokenNotDecoded(message: string, details: string | null = null): RestError {
  return new RestError(401, "PGRST301", message, {
    details,
    headers: { "WWW-Authenticate": invalidToken(message) },
  });
}

/** Returns PGRST303 for a token with an invalid claim, such as `nbf` ("JWT not yet valid"). */
export function claimsRefused(message: string): RestError {
  return new RestError(401, "PGRST303", message, {
    headers: { "WWW-Authenticate": invalidToken(message) },
  });
}

export function tokenExpired(): RestError {
  return claimsRefused("JWT expired");
}

/** Returns PostgreSQL's error for a token whose role does not exist. */
export function roleNotFound(role: string): RestError {
  return new RestError(401, "22023", `role "${role}" does not exist`, {
    headers: { "WWW-Authenticate": "Bearer" },
  });
}

/** Returns PostgreSQL's error for a token whose role is not granted to `authenticator`. */
export function roleNotGranted(role: string, isAnonymous: boolean): RestError {
  return new RestError(
    isAnonymous ? 401 : 403,
    "42501",
    `permission denied to set role "${role}"`,
    {
      headers: isAnonymous ? { "WWW-Authenticate": "Bearer" } : {},
    },
  );
}

/** Formats a WWW-Authenticate challenge (RFC 6750, section 3). Drops the characters that a header cannot contain. */
function invalidToken(description: string): string {
  const printable = Array.from(description).filter(
    (character) => character >= " " && character <= "~",
  );
  return `Bearer error="invalid_token", error_description=${JSON.stringify(printable.join(""))}`;
}

/** Returns the error of the safeupdate extension, which the hosted service loads for every request. */
export function filterRequired(command: "UPDATE" | "DELETE"): RestError {
  return new RestError(400, "21000", `${command} requires a WHERE clause`);
}

/** Returns PGRSTX00, PostgREST's code for an internal error. */
export function internalError(): RestError {
  return new RestError(500, "PGRSTX00", "Internal server error");
}
