import { FieldError } from "./failure.ts";
import type { FormValues } from "./view.ts";

/** The name prefix of the application's own fields. */
const customFieldPrefix = "data.";

/** Returns the values of a form's fields, or empty values without a form. */
export function formValues(form: HTMLFormElement | null): FormValues {
  const fields = new FormData(form ?? undefined);
  const value = (name: string) => String(fields.get(name) ?? "");
  const data: Record<string, string> = {};
  for (const [name, entry] of fields) {
    if (name.startsWith(customFieldPrefix))
      data[name.slice(customFieldPrefix.length)] = String(entry);
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
export function validateCustomFields(form: HTMLFormElement): void {
  const invalidField = form.querySelector<HTMLInputElement>(":invalid:not([name=email], fieldset)");
  if (!invalidField) return;
  throw new FieldError(
    invalidField.name,
    invalidField.dataset["error"] ?? invalidField.validationMessage,
  );
}
