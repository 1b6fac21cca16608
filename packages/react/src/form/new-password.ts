import type { Words } from "../i18n/en.ts";
import { FieldError } from "./failure.ts";
import { entered } from "./form.tsx";

/** The longest password that bcrypt reads, in bytes of UTF-8; the reference server refuses more. */
const longest = 72;

/**
 * The new password that was entered.
 *
 * @throws {FieldError} when the application asked for the limit and the password is beyond it.
 */
export function newPassword(fields: FormData, limited: boolean, words: Words): string {
  const password = entered(fields, "password");
  if (limited && new TextEncoder().encode(password).length > longest)
    throw new FieldError("password", words.common.password_too_long);
  return password;
}
