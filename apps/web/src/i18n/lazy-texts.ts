import { use } from "react";
import type { Language } from "./languages.ts";
import { useTranslations } from "./translations.tsx";

/**
 * Returns a loader and a hook for texts that the sign-in page does not need. Each language except English is a separate
 * chunk.
 *
 * @param loaders one loader per language
 */
export function lazyTexts<Texts>(
  english: Texts,
  loaders: Readonly<Record<Exclude<Language["code"], "en">, () => Promise<Texts>>>,
) {
  const cache = new Map<Language["code"], Promise<Texts>>();
  /** Returns the texts in a language, always as the same promise; in English if they cannot be loaded. */
  const loadTexts = (code: Language["code"]): Promise<Texts> => {
    const cached = cache.get(code);
    if (cached) return cached;
    const texts = code === "en" ? Promise.resolve(english) : loaders[code]().catch(() => english);
    cache.set(code, texts);
    return texts;
  };
  /** Returns the texts in the current language. Suspends until they are loaded. */
  const useLazyTexts = (): Texts => {
    const { code } = useTranslations().language;
    return code === "en" ? english : use(loadTexts(code));
  };
  return { loadTexts, useLazyTexts };
}
