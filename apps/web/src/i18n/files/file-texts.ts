import { lazyTexts } from "../lazy-texts.ts";
import { en } from "./en.ts";

/** The texts about files. */
export const { loadTexts: loadFileTexts, useLazyTexts: useFileTexts } = lazyTexts(en, {
  de: async () => (await import("./de.ts")).de,
  fr: async () => (await import("./fr.ts")).fr,
  ar: async () => (await import("./ar.ts")).ar,
});
