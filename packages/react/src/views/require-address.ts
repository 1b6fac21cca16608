import { FieldError } from "../form/failure.ts";
import type { Words } from "../i18n/en.ts";

/**
 * Asks for an e-mail address where none was entered, before the server is asked for anything.
 *
 * @throws {FieldError}
 */
export function requireAddress(email: string, words: Words): void {
  if (!email) throw new FieldError("email", words.magic_link.empty_email_address);
}
