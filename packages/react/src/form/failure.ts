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

/**
 * Puts what a submission threw into words. The server's message is shown as it is, unless the
 * application has its own text for the code; what is no message for a person (a lost connection,
 * an empty body, a fault in the client) is said in the kit's words.
 */
export function failureOf(error: unknown, { common, errors }: Words): Failure {
  const parts: { code?: unknown; message?: unknown; status?: unknown } = Object(error);
  const code = String(parts.code);
  const message = String(typeof error === "string" ? error : (parts.message ?? ""));
  const fault = error instanceof TypeError;
  // The reference client answers with status 0 when no answer came; fetch itself throws a
  // TypeError, whose text differs from browser to browser.
  const noAnswer = fault ? /fetch|load|network/i.test(message) : parts.status === 0;
  const own = noAnswer
    ? common.network_error
    : // The reference client shows a body without a message as its JSON.
      (fault || !message || message === "{}") && common.unexpected_error;
  return {
    message: errors?.[code] ?? (own || message),
    field:
      error instanceof FieldError
        ? error.field
        : Object.entries(fields).find(([, codes]) => codes.test(code))?.[0],
  };
}

/** The field that an error is about, by its code: https://supabase.com/docs/guides/auth/debugging/error-codes */
const fields = {
  email: /^email_(address|exists|not)|^user_already/,
  password: /_password$/,
  phone: /^phone_(exists|not)/,
  token: /^otp_expired/,
};
