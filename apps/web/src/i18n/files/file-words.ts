import { lateWords } from "../late-words.ts";
import { en } from "./en.ts";

/** The words about files. */
export const { wordsOf: fileWordsOf, useLateWords: useFileWords } = lateWords(en, {
  de: async () => (await import("./de.ts")).de,
  fr: async () => (await import("./fr.ts")).fr,
  ar: async () => (await import("./ar.ts")).ar,
});
