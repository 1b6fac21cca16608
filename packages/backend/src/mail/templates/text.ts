import type { BuiltInEmail } from "./built-in.ts";

/** Returns the plain-text template of a built-in e-mail, with the same texts in the same order as in the HTML. */
export function textSource(email: BuiltInEmail): string {
  return [
    email.heading,
    email.body,
    email.button === undefined ? "" : `${email.button}:\n{{ .ConfirmationURL }}`,
    email.code === undefined ? "" : `${email.code}\n\n    {{ .Token }}`.trimStart(),
    email.closing.join("\n"),
    "-- \nSent by {{ .SiteURL }}\n",
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}
