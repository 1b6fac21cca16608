import { lateWords } from "../late-words.ts";
import { en } from "./en.ts";

/** The words about notes that several people, or several windows, have before them. */
export const { wordsOf: sharingWordsOf, useLateWords: useSharingWords } = lateWords(en, {
  de: async () => (await import("./de.ts")).de,
  fr: async () => (await import("./fr.ts")).fr,
  ar: async () => (await import("./ar.ts")).ar,
});
