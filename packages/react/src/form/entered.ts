import { FieldError } from "./failure.ts";
import type { FormValues } from "./view.ts";

/** The prefix of the application's own fields, before the name that their value is stored by. */
const own = "data.";

/** The values of a form's fields, by their names; empty without a form. */
export function entered(form: HTMLFormElement | null): FormValues {
  const fields = new FormData(form ?? undefined);
  const value = (name: string) => String(fields.get(name) ?? "");
  const data: Record<string, string> = {};
  for (const [name, given] of fields) {
    if (name.startsWith(own)) data[name.slice(own.length)] = String(given);
  }
  return {
    email: value("email"),
    password: value("password"),
    phone: value("phone"),
    token: value("token"),
    data,
  };
}

/**
 * Holds the application's own fields to their rules (`required`, `pattern`, `setCustomValidity`).
 * The kit's have none: the server knows best.
 *
 * @throws {FieldError} in the words of the field's `data-error`, or else in the browser's.
 */
export function checkOwnFields(form: HTMLFormElement): void {
  const wrong = form.querySelector<HTMLInputElement>(":invalid:not([name=email], fieldset)");
  if (wrong) throw new FieldError(wrong.name, wrong.dataset["error"] ?? wrong.validationMessage);
}
