import { use } from "react";
import type { Language } from "../languages.ts";
import { useVocabulary } from "../vocabulary.tsx";
import { en, type FileWords } from "./en.ts";

/** The languages but English, each a chunk of its own. */
const loads = {
  de: async () => (await import("./de.ts")).de,
  fr: async () => (await import("./fr.ts")).fr,
  ar: async () => (await import("./ar.ts")).ar,
};

const loaded = new Map<Language["code"], Promise<FileWords>>();

/** The words about files in a language, always the same promise; in English where they cannot be had. */
export function fileWordsOf(code: Language["code"]): Promise<FileWords> {
  const known = loaded.get(code);
  if (known) return known;
  const words = code === "en" ? Promise.resolve(en) : loads[code]().catch(() => en);
  loaded.set(code, words);
  return words;
}

/** The words about files in the language spoken, which no page before the door needs. Suspends until they are here. */
export function useFileWords(): FileWords {
  const { code } = useVocabulary().language;
  return code === "en" ? en : use(fileWordsOf(code));
}
