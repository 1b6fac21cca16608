/**
 * Returns the language for numbers and times: that of the words, or else that of the page. Returns undefined, which
 * `Intl` resolves to the browser's language, if the page has no valid one.
 */
export function languageFor(lang: string | undefined): string | undefined {
  try {
    return Intl.getCanonicalLocales(lang || document.documentElement.lang || [])[0];
  } catch {
    return undefined;
  }
}

/** Formats an integer in a language, with its own digits: Persian, for example, has them. */
export function formatNumber(number: number, lang: string | undefined, digits = 1): string {
  const format = new Intl.NumberFormat(languageFor(lang), { minimumIntegerDigits: digits });
  return format.format(number);
}
