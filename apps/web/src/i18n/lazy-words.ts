import { use } from "react";
import type { Language } from "./languages.ts";
import { useVocabulary } from "./vocabulary.tsx";

/**
 * Creates a set of texts that the sign-in page does not need. Each language except English is a separate chunk.
 *
 * @param loaders load the texts of a language
 */
export function lazyWords<Words>(
  english: Words,
  loaders: Readonly<Record<Exclude<Language["code"], "en">, () => Promise<Words>>>,
) {
  const cache = new Map<Language["code"], Promise<Words>>();
  /** Returns the texts in a language, always as the same promise; in English if they cannot be loaded. */
  const wordsOf = (code: Language["code"]): Promise<Words> => {
    const cached = cache.get(code);
    if (cached) return cached;
    const words = code === "en" ? Promise.resolve(english) : loaders[code]().catch(() => english);
    cache.set(code, words);
    return words;
  };
  /** Returns the texts in the current language. Suspends until they are loaded. */
  const useLazyWords = (): Words => {
    const { code } = useVocabulary().language;
    return code === "en" ? english : use(wordsOf(code));
  };
  return { wordsOf, useLazyWords };
}
