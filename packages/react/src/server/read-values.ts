import type { FormValues } from "../form/view.ts";

/** The name prefix of the application's own fields. */
const customFieldPrefix = "data.";

/** Returns the values of a form, as `formValues` reads them in the browser. A file is read as an empty field. */
export function readValues(form: FormData): FormValues {
  const texts = [...form].filter(
    (field): field is [string, string] => typeof field[1] === "string",
  );
  const value = (name: string) => texts.find(([key]) => key === name)?.[1] ?? "";
  const customFields = texts.filter(([name]) => name.startsWith(customFieldPrefix));
  return {
    email: value("email"),
    password: value("password"),
    phone: value("phone"),
    token: value("token"),
    data: Object.fromEntries(
      customFields.map(([name, text]) => [name.slice(customFieldPrefix.length), text]),
    ),
  };
}
