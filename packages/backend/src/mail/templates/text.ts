import type { Letter } from "./letters.ts";

/** The source of the plain text of a built-in e-mail: the same words, in the same order. */
export function textSource(letter: Letter): string {
  return [
    letter.heading,
    letter.body,
    letter.button === undefined ? "" : `${letter.button}:\n{{ .ConfirmationURL }}`,
    letter.code === undefined ? "" : `${letter.code}\n\n    {{ .Token }}`.trimStart(),
    letter.closing.join("\n"),
    "-- \nSent by {{ .SiteURL }}\n",
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}
