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

/**
 * Puts what a submission threw into words. The server's message is shown as it is, unless the
 * application has its own text for the code; what nobody at the server wrote (a lost connection, the
 * page of a proxy, an empty body, a fault in the client, the client's own words) is said in the kit's.
 */
export function failureOf(error: unknown, { common, errors }: Words): Failure {
  const thrown: Thrown = typeof error === "string" ? { message: error } : Object(error);
  const message = `${thrown.message ?? ""}`;
  const code = `${thrown.code ?? thrown.name}`;
  const source = `${thrown.name}: ${message}`;
  // The reference client answers with status 0 when no answer came; fetch itself throws a TypeError, whose text
  // differs from browser to browser. Of a body that it cannot read, the client shows the JSON or the reason phrase,
  // and neither is a sentence.
  const told =
    thrown.status === 0 || /^TypeE.*(fetch|load|netw)/i.test(source)
      ? common.network_error
      : /^(Type|Auth([PSU]|In|R\S+( [^a-z]\S*)*$))|: ({})?$/.test(source)
        ? common.unexpected_error
        : message;
  return {
    message: errors?.[code] ?? told,
    field: thrown.field ?? fields.find(([codes]) => codes.test(code))?.[1],
  };
}

/** The field that an error is about, by its code: https://supabase.com/docs/guides/auth/debugging/error-codes */
const fields: readonly (readonly [code: RegExp, field: string])[] = [
  [/^email_(ad|ex|no)|^user_already_exists$/, "email"],
  [/^phone_(ex|no)/, "phone"],
  [/^current_password_/, "current_password"],
  [/password$/, "password"],
  [/^reauthentication_n/, "nonce"],
  [/^otp_expired$|^mfa_(challenge_e|verification_)/, "token"],
];
