/**
 * The language that numbers and times are written in: that of the words, else the page's. Undefined
 * for the browser's own, which `Intl` takes by itself, where a page names none, or none that is one.
 */
export function languageFor(lang: string | undefined): string | undefined {
  try {
    return Intl.getCanonicalLocales(lang || document.documentElement.lang || [])[0];
  } catch {
    return undefined;
  }
}

/** A whole number as the language writes it: Persian has digits of its own. */
export function written(number: number, lang: string | undefined, digits = 1): string {
  const format = new Intl.NumberFormat(languageFor(lang), { minimumIntegerDigits: digits });
  return format.format(number);
}
