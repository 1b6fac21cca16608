import { use } from "react";
import type { Language } from "./languages.ts";
import { useVocabulary } from "./vocabulary.tsx";

/**
 * Words that no page before the door needs, each language but English in a chunk of its own.
 *
 * @param loads fetches them
 */
export function lateWords<Words>(
  english: Words,
  loads: Readonly<Record<Exclude<Language["code"], "en">, () => Promise<Words>>>,
) {
  const loaded = new Map<Language["code"], Promise<Words>>();
  /** The words in a language, always the same promise; in English where they cannot be had. */
  const wordsOf = (code: Language["code"]): Promise<Words> => {
    const known = loaded.get(code);
    if (known) return known;
    const words = code === "en" ? Promise.resolve(english) : loads[code]().catch(() => english);
    loaded.set(code, words);
    return words;
  };
  /** The words in the language spoken. Suspends until they are here. */
  const useLateWords = (): Words => {
    const { code } = useVocabulary().language;
    return code === "en" ? english : use(wordsOf(code));
  };
  return { wordsOf, useLateWords };
}
