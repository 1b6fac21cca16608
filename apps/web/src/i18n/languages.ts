import type { I18nVariables } from "@portico/react";
import { en, type Words } from "./en.ts";

/** Everything that is said in one language. */
export interface Vocabulary {
  /** The application's own words. */
  readonly words: Words;
  /** The words of the forms, where they differ from the English built into @portico/react. */
  readonly forms: I18nVariables;
}

/** A language that the application speaks. */
export interface Language {
  /** BCP 47 tag: the value of `<html lang>`, and what dates and numbers are formatted by. */
  readonly code: "en" | "de" | "fr";
  /** The language's name for itself. */
  readonly name: string;
  readonly direction: "ltr" | "rtl";
  /** Each language but English is a chunk of its own, fetched when it is chosen. */
  readonly load: () => Promise<Vocabulary>;
}

const english: Language = {
  code: "en",
  name: "English",
  direction: "ltr",
  load: async () => ({ words: en, forms: {} }),
};

export const languages: readonly Language[] = [
  english,
  {
    code: "de",
    name: "Deutsch",
    direction: "ltr",
    load: async () => {
      const [{ de }, { default: forms }] = await Promise.all([
        import("./de.ts"),
        import("@portico/react/locales/de"),
      ]);
      return { words: de, forms: forms.variables };
    },
  },
  {
    code: "fr",
    name: "Français",
    direction: "ltr",
    load: async () => {
      const [{ fr }, { default: forms }] = await Promise.all([
        import("./fr.ts"),
        import("@portico/react/locales/fr"),
      ]);
      return { words: fr, forms: forms.variables };
    },
  },
];

/** The language with this code, English if there is none. */
export function languageOf(code: string | null): Language {
  return languages.find((language) => language.code === code) ?? english;
}

/**
 * The first of the wanted languages that the application speaks, by primary subtag: `de-AT` is
 * served German. English if it speaks none.
 */
export function bestLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const primary = tag.toLowerCase().split("-")[0];
    const found = languages.find((language) => language.code === primary);
    if (found) return found;
  }
  return english;
}
