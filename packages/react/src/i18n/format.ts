/**
 * Returns the language for numbers and times: the language of the texts, or else that of the page. Returns undefined if
 * neither is valid; `Intl` then uses the browser's language.
 */
export function languageFor(lang: string | undefined): string | undefined {
  try {
    return Intl.getCanonicalLocales(lang || document.documentElement.lang || [])[0];
  } catch {
    return undefined;
  }
}

/** Formats an integer in a language. Some languages, such as Persian, have their own digits. */
export function formatNumber(number: number, lang: string | undefined, minimumDigits = 1): string {
  const format = new Intl.NumberFormat(languageFor(lang), { minimumIntegerDigits: minimumDigits });
  return format.format(number);
}
