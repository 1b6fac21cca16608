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
  readonly status?: unknown;
}

/**
 * Puts what a submission threw into words. The server's message is shown as it is, unless the
 * application has its own text for the code; what is no message for a person (a lost connection,
 * an empty body, a fault in the client) is said in the kit's words.
 */
export function failureOf(error: unknown, { common, errors }: Words): Failure {
  const thrown: Thrown = typeof error === "string" ? { message: error } : Object(error);
  const code = String(thrown.code);
  const message = String(thrown.message ?? "");
  const fault = error instanceof TypeError;
  // The reference client answers with status 0 when no answer came; fetch itself throws a
  // TypeError, whose text differs from browser to browser.
  const noAnswer = fault ? /fetch|load|network/i.test(message) : thrown.status === 0;
  const own = noAnswer
    ? common.network_error
    : // The reference client shows a body without a message as its JSON.
      (fault || /^({})?$/.test(message)) && common.unexpected_error;
  return { message: errors?.[code] ?? (own || message), field: thrown.field ?? fieldOf(code) };
}

/**
 * The field that an error is about, by its code:
 * https://supabase.com/docs/guides/auth/debugging/error-codes
 */
function fieldOf(code: string): string | undefined {
  switch (code) {
    case "email_address_invalid":
    case "email_address_not_authorized":
    case "email_exists":
    case "email_not_confirmed":
    case "user_already_exists":
      return "email";
    case "phone_exists":
    case "phone_not_confirmed":
      return "phone";
    case "same_password":
    case "weak_password":
      return "password";
    case "otp_expired":
      return "token";
    default:
      return undefined;
  }
}
