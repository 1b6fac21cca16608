import { lazyWords } from "../lazy-words.ts";
import { en } from "./en.ts";

/** The texts about files. */
export const { wordsOf: fileWordsOf, useLazyWords: useFileWords } = lazyWords(en, {
  de: async () => (await import("./de.ts")).de,
  fr: async () => (await import("./fr.ts")).fr,
  ar: async () => (await import("./ar.ts")).ar,
});
