import { lazyTexts } from "../lazy-texts.ts";
import { en } from "./en.ts";

/** The texts about shared notes and about changes made elsewhere. */
export const { loadTexts: loadSharingTexts, useLazyTexts: useSharingTexts } = lazyTexts(en, {
  de: async () => (await import("./de.ts")).de,
  fr: async () => (await import("./fr.ts")).fr,
  ar: async () => (await import("./ar.ts")).ar,
});
