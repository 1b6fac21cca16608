import { z } from "zod";
import {
  AcquisitionTimeout,
  CallerSuspended,
  type DatabaseError,
  type DatabaseUnavailable,
  MemoryExhausted,
  TooManyWaiting,
} from "../database/errors.ts";
import {
  acquisitionTimeout,
  callerSuspended,
  databaseUnavailable,
  outOfResponseMemory,
  RestError,
  raiseNotParsed,
  tooManyWaiting,
} from "./errors.ts";
import { isReasonPhrase, isValidHeader } from "./header-syntax.ts";

/**
 * Converts PostgreSQL's error to a response: its code, message, detail and hint unchanged, with PostgREST's
 * status (https://docs.postgrest.org/en/v14/references/errors.html#postgresql-errors).
 *
 * @param authenticated whether the caller has signed in. The status for a missing privilege is 403, or 401 if signing
 * in may help.
 */
export function fromDatabaseError(error: DatabaseError, authenticated: boolean): RestError {
  if (error.code === "PGRST") return fromRaise(error);
  const status = statusOf(error, authenticated);
  return new RestError(status, error.code, error.message, {
    details: error.detail ?? null,
    hint: error.hint ?? null,
    headers: status === 401 ? { "WWW-Authenticate": "Bearer" } : {},
  });
}

/** Returns the response for a failed connection to PostgreSQL. */
export function fromUnavailable(error: DatabaseUnavailable): RestError {
  if (error instanceof MemoryExhausted) return outOfResponseMemory();
  if (error instanceof CallerSuspended) return callerSuspended(error.remainingSeconds);
  if (error instanceof TooManyWaiting) return tooManyWaiting();
  return error instanceof AcquisitionTimeout
    ? acquisitionTimeout()
    : databaseUnavailable(error.message);
}

function statusOf({ code, message }: DatabaseError, authenticated: boolean): number {
  switch (code) {
    case "23503": // foreign_key_violation
    case "23505": // unique_violation
      return 409;
    case "25006": // read_only_sql_transaction
      return 405;
    case "21000": // cardinality_violation, also raised by the extension safeupdate
      return message.endsWith("requires a WHERE clause") ? 400 : 500;
    case "22023": // invalid_parameter_value, such as an unknown role
      return message.startsWith("role") && message.endsWith("does not exist") ? 401 : 400;
    case "42883": // undefined_function
      return message.startsWith("function xmlagg(") ? 406 : 404;
    case "42P01": // undefined_table
      return 404;
    case "42P17": // invalid_object_definition, such as policies that depend on each other
    case "53400": // configuration_limit_exceeded
      return 500;
    case "42501": // insufficient_privilege
      return authenticated ? 403 : 401;
    case "XX000": // internal_error, which to_tsquery raises for too many operators in a row
      return message === "tsquery stack too small" ? 400 : 500;
    case "57P01": // admin_shutdown
      return 503;
    case "P0001": // raise_exception
      return 400;
    default:
      return code.startsWith("PT")
        ? statusOfPtCode(code.slice(2))
        : statusOfClass(code.slice(0, 2));
  }
}

/** Returns the status in a code such as `PT402`, which `RAISE SQLSTATE` can set. */
function statusOfPtCode(digits: string): number {
  const status = Number(digits);
  return Number.isInteger(status) && status >= 200 && status <= 599 ? status : 500;
}

/** Returns the status for a class of SQLSTATE (PostgreSQL documentation, appendix A). */
function statusOfClass(sqlClass: string): number {
  switch (sqlClass) {
    case "08": // connection exception
    case "53": // insufficient resources
      return 503;
    case "0L": // invalid grantor
    case "0P": // invalid role specification
    case "28": // invalid authorization specification
      return 403;
    case "09": // triggered action exception
    case "25": // invalid transaction state
    case "2D": // invalid transaction termination
    case "38": // external routine exception
    case "39": // external routine invocation exception
    case "3B": // savepoint exception
    case "40": // transaction rollback
    case "55": // object not in prerequisite state
    case "57": // operator intervention
    case "58": // system error
    case "F0": // configuration file error
    case "HV": // foreign data wrapper error
    case "P0": // PL/pgSQL error
    case "XX": // internal error
      return 500;
    // PostgREST responds to class 54, program limit exceeded, with 500. The cause is in the request, however: it has
    // too many columns, nests too deeply or contains a word that is too long.
    default:
      return 400;
  }
}

const raiseMessage = z.object({
  // The response repeats the code in a header, which does not accept every character.
  code: z.string().refine(isReasonPhrase),
  message: z.string(),
  details: z.string().nullish(),
  hint: z.string().nullish(),
});

const raiseDetail = z.object({
  status: z.int().min(200).max(599),
  status_text: z.string().refine(isReasonPhrase).nullish(),
  headers: z
    .record(z.string(), z.string())
    .refine((headers) =>
      Object.entries(headers).every(([name, value]) => isValidHeader(name, value)),
    ),
});

/**
 * `RAISE SQLSTATE 'PGRST'` sets the whole response
 * (https://docs.postgrest.org/en/v14/references/errors.html#raise-errors-with-http-status-codes).
 */
function fromRaise({ message: text, detail }: DatabaseError): RestError {
  const message = parseJson(text, raiseMessage);
  if (message === null) return raiseNotParsed({ kind: "message", text });
  if (detail === undefined) return raiseNotParsed({ kind: "noDetail" });
  const response = parseJson(detail, raiseDetail);
  if (response === null) return raiseNotParsed({ kind: "detail", text: detail });
  return new RestError(response.status, message.code, message.message, {
    details: message.details ?? null,
    hint: message.hint ?? null,
    headers: response.headers,
    ...(response.status_text ? { statusText: response.status_text } : {}),
  });
}

function parseJson<T>(text: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
