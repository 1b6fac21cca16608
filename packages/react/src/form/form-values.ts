import { FieldError } from "./failure.ts";
import type { FormValues } from "./view.ts";

/** The prefix of the names of the application's own fields. */
const ownFieldPrefix = "data.";

/** Returns the values of a form's fields by their names. All are empty without a form. */
export function formValues(form: HTMLFormElement | null): FormValues {
  const fields = new FormData(form ?? undefined);
  const value = (name: string) => String(fields.get(name) ?? "");
  const data: Record<string, string> = {};
  for (const [name, entry] of fields) {
    if (name.startsWith(ownFieldPrefix)) data[name.slice(ownFieldPrefix.length)] = String(entry);
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
 * Validates the application's own fields (`required`, `pattern`, `setCustomValidity`). The kit's fields have no
 * constraints: the server validates them.
 *
 * @throws {FieldError} with the text of the field's `data-error`, or else with the browser's message.
 */
export function checkOwnFields(form: HTMLFormElement): void {
  const wrong = form.querySelector<HTMLInputElement>(":invalid:not([name=email], fieldset)");
  if (wrong) throw new FieldError(wrong.name, wrong.dataset["error"] ?? wrong.validationMessage);
}
