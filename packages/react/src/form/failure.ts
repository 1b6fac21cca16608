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
export function failureOf(error: unknown, words: Words): Failure {
  if (error instanceof FieldError) return { message: error.message, field: error.field };
  const { code, message, status, name } = partsOf(error);
  const own = code === undefined ? undefined : words.errors?.[code];
  return { message: own ?? told(message, status, name, words), field: fieldOf(code) };
}

function told(message: string, status: unknown, name: unknown, words: Words): string {
  // The reference client answers with status 0 when no answer came; fetch itself throws a
  // TypeError, whose text differs from browser to browser.
  if (status === 0 || (name === "TypeError" && /fetch|load|network/i.test(message)))
    return words.common.network_error;
  // The reference client shows a body without a message as its JSON.
  if (!message || message === "{}" || name === "TypeError") return words.common.unexpected_error;
  return message;
}

/** The field that an error is about, where its code says so: https://supabase.com/docs/guides/auth/debugging/error-codes */
function fieldOf(code: string | undefined): string | undefined {
  switch (code) {
    case "email_address_invalid":
    case "email_address_not_authorized":
    case "email_exists":
    case "email_not_confirmed":
    case "user_already_exists":
      return "email";
    case "same_password":
    case "weak_password":
      return "password";
    case "phone_exists":
    case "phone_not_confirmed":
      return "phone";
    case "otp_expired":
      return "token";
    default:
      return undefined;
  }
}

interface Parts {
  readonly code: string | undefined;
  readonly message: string;
  readonly status: unknown;
  readonly name: unknown;
}

function partsOf(error: unknown): Parts {
  if (typeof error === "string")
    return { code: undefined, message: error, status: undefined, name: undefined };
  const parts: Record<string, unknown> =
    typeof error === "object" && error !== null
      ? {
          code: "code" in error ? error.code : undefined,
          message: "message" in error ? error.message : undefined,
          status: "status" in error ? error.status : undefined,
          name: "name" in error ? error.name : undefined,
        }
      : {};
  return {
    code: typeof parts["code"] === "string" ? parts["code"] : undefined,
    message: typeof parts["message"] === "string" ? parts["message"] : "",
    status: parts["status"],
    name: parts["name"],
  };
}
