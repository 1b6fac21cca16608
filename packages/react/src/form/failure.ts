import type { Words } from "../i18n/en.ts";
import type { Failure } from "./submission.ts";

/** An input error that a form detects before it calls the server. */
export class FieldError extends Error {
  override readonly name = "FieldError";
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/** The properties that a thrown value may have. */
interface ThrownValue {
  readonly code?: unknown;
  readonly field?: string;
  readonly message?: unknown;
  readonly name?: unknown;
  readonly status?: unknown;
}

/** `fetch` throws a TypeError whose message depends on the browser. */
const failedFetchPattern = /^TypeError.*(fetch|load|network)/i;

/**
 * Matches errors without a message from the server: the client's own errors (such as `AuthSessionMissingError`),
 * programming errors, and unreadable response bodies, for which the client reports the reason phrase ("Bad Gateway") or
 * the JSON.
 */
const clientErrorPattern =
  /^(TypeError|Auth(PKCE|Session|Unknown|Invalid|Retryable\S+( [^a-z]\S*)*$))|: ({})?$/;

/**
 * Returns the message for an error that a submission threw. The server's message is shown unchanged unless the
 * application has its own text for the code. Errors without a message from the server (a lost connection, a proxy's
 * error page, an empty body, a bug in the client) get the kit's text.
 */
export function failureOf(error: unknown, { common, errors }: Words): Failure {
  const thrown: ThrownValue = typeof error === "string" ? { message: error } : Object(error);
  const message = `${thrown.message ?? ""}`;
  const code = `${thrown.code ?? thrown.name}`;
  const source = `${thrown.name}: ${message}`;
  const text =
    // The client sets the status 0 if the server did not respond.
    thrown.status === 0 || failedFetchPattern.test(source)
      ? common.network_error
      : clientErrorPattern.test(source)
        ? common.unexpected_error
        : message;
  return {
    message: errors?.[code] ?? text,
    field: thrown.field ?? fieldOf(code),
  };
}

/** Returns the field that an error is about. Most codes contain the field's name, for example */
function fieldOf(code: string): string | undefined {
  return (
    fieldsByCode[code] ??
    /^(email|phone)(?=_(ad|ex|no))|^current_password|password$/.exec(code)?.[0]
  );
}

const fieldsByCode: { readonly [code: string]: string } = {
  otp_expired: "token",
  user_already_exists: "email",
};
