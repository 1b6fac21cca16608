/**
 * Returns the language for numbers and times: the texts' language, or else the page's. Returns undefined if neither is
 * valid; `Intl` then uses the browser's language.
 */
export function languageFor(lang: string | undefined): string | undefined {
  try {
    return Intl.getCanonicalLocales(lang || document.documentElement.lang || [])[0];
  } catch {
    return undefined;
  }
}

/** Formats an integer for a language, because some languages, such as Persian, have their own digits. */
export function formatNumber(number: number, lang: string | undefined, minimumDigits = 1): string {
  const format = new Intl.NumberFormat(languageFor(lang), { minimumIntegerDigits: minimumDigits });
  return format.format(number);
}
