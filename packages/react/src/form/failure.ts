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
  const message = typeof error === "string" ? error : textOf(error, "message");
  const code = textOf(error, "code");
  return { message: words.errors?.[code] ?? told(error, message, words), field: fields[code] };
}

function told(error: unknown, message: string, words: Words): string {
  const { network_error, unexpected_error } = words.common;
  const fault = error instanceof TypeError;
  // The reference client answers with status 0 when no answer came; fetch itself throws a
  // TypeError, whose text differs from browser to browser.
  const noAnswer = fault ? /fetch|load|network/i.test(message) : partOf(error, "status") === 0;
  if (noAnswer) return network_error;
  // The reference client shows a body without a message as its JSON.
  return fault || !message || message === "{}" ? unexpected_error : message;
}

/** The field that an error is about, by its code: https://supabase.com/docs/guides/auth/debugging/error-codes */
const fields: { readonly [code: string]: string } = {
  email_address_invalid: "email",
  email_address_not_authorized: "email",
  email_exists: "email",
  email_not_confirmed: "email",
  user_already_exists: "email",
  same_password: "password",
  weak_password: "password",
  phone_exists: "phone",
  phone_not_confirmed: "phone",
  otp_expired: "token",
};

function textOf(error: unknown, part: string): string {
  const text = partOf(error, part);
  return typeof text === "string" ? text : "";
}

function partOf(error: unknown, part: string): unknown {
  return typeof error === "object" && error !== null ? Reflect.get(error, part) : undefined;
}
