import type { Words } from "../i18n/en.ts";
import type { Failure } from "./submission.ts";

/** Thrown by a form that refuses what was entered before it asks the server. */
export class FieldError extends Error {
  override readonly name = "FieldError";
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/** The properties that an error may have. */
interface Thrown {
  readonly code?: unknown;
  readonly field?: string;
  readonly message?: unknown;
  readonly name?: unknown;
  readonly status?: unknown;
}

/** `fetch` throws a TypeError whose text differs from browser to browser. */
const failedFetch = /^TypeError.*(fetch|load|network)/i;

/**
 * Errors without a sentence of the server: the client's own (`AuthSessionMissingError` and the like), a body that it
 * could not read, of which it shows the reason phrase ("Bad Gateway") or the JSON, and faults in code.
 */
const notFromServer =
  /^(TypeError|Auth(PKCE|Session|Unknown|Invalid|Retryable\S+( [^a-z]\S*)*$))|: ({})?$/;

/**
 * Puts what a submission threw into words. The server's message is shown as it is, unless the
 * application has its own text for the code; a failure without a message of the server (a lost
 * connection, the page of a proxy, an empty body, a fault in the client) gets the kit's own text.
 */
export function failureOf(error: unknown, { common, errors }: Words): Failure {
  const thrown: Thrown = typeof error === "string" ? { message: error } : Object(error);
  const message = `${thrown.message ?? ""}`;
  const code = `${thrown.code ?? thrown.name}`;
  const source = `${thrown.name}: ${message}`;
  const text =
    // The reference client reports status 0 when there was no answer.
    thrown.status === 0 || failedFetch.test(source)
      ? common.network_error
      : notFromServer.test(source)
        ? common.unexpected_error
        : message;
  return {
    message: errors?.[code] ?? text,
    field: thrown.field ?? fieldOf(code),
  };
}

/**
 * Returns the field that an error is about, by its code: most codes name it, as `email_exists` does.
 * https://supabase.com/docs/guides/auth/debugging/error-codes
 */
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
