import type { Words as FormWords } from "@portico/react";
import type { AccountWords } from "@portico/react/account";
import type { PluginWords } from "@portico/react/plugins";
import type { GateWords } from "@portico/react/protected";
import { en, type Words } from "./en.ts";

/** Everything that is said in one language. */
export interface Vocabulary {
  /** The application's own words. */
  readonly words: Words;
  /** The words of the forms; undefined for the English built into them. */
  readonly forms?: FormWords;
  /** Those of their gate, likewise. */
  readonly gate?: GateWords;
  /** Those of the plugins of the forms, likewise. */
  readonly plugins?: PluginWords;
}

/** A language that the application speaks. */
export interface Language {
  /** BCP 47 tag: the value of `<html lang>`, and what dates and numbers are formatted by. */
  readonly code: "en" | "de" | "fr" | "ar";
  /** The language's name for itself. */
  readonly name: string;
  readonly direction: "ltr" | "rtl";
  /** Each language but English is a chunk of its own, fetched when it is chosen. */
  readonly load: () => Promise<Vocabulary>;
  /** The words of the account's parts, always the same promise; undefined for the English in them. */
  readonly account: () => Promise<AccountWords | undefined>;
}

/** Asks once, again only if that came to nothing. */
function once<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  return () => {
    answer ??= ask().catch((error: unknown) => {
      answer = undefined;
      throw error;
    });
    return answer;
  };
}

const english: Language = {
  code: "en",
  name: "English",
  direction: "ltr",
  load: async () => ({ words: en }),
  account: once(async () => undefined),
};

export const languages: readonly Language[] = [
  english,
  {
    code: "de",
    name: "Deutsch",
    direction: "ltr",
    load: async () => {
      const [{ de }, { default: forms }, { default: gate }, { default: plugins }] =
        await Promise.all([
          import("./de.ts"),
          import("@portico/react/locales/de"),
          import("@portico/react/protected/locales/de"),
          import("@portico/react/plugins/locales/de"),
        ]);
      return { words: de, forms: forms.variables, gate: gate.gate, plugins: plugins.plugins };
    },
    account: once(async () => (await import("@portico/react/account/locales/de")).default.account),
  },
  {
    code: "fr",
    name: "Français",
    direction: "ltr",
    load: async () => {
      const [{ fr }, { default: forms }, { default: gate }, { default: plugins }] =
        await Promise.all([
          import("./fr.ts"),
          import("@portico/react/locales/fr"),
          import("@portico/react/protected/locales/fr"),
          import("@portico/react/plugins/locales/fr"),
        ]);
      return { words: fr, forms: forms.variables, gate: gate.gate, plugins: plugins.plugins };
    },
    account: once(async () => (await import("@portico/react/account/locales/fr")).default.account),
  },
  {
    code: "ar",
    name: "العربية",
    direction: "rtl",
    load: async () => {
      const [{ ar }, { default: forms }, { default: gate }, { default: plugins }] =
        await Promise.all([
          import("./ar.ts"),
          import("@portico/react/locales/ar"),
          import("@portico/react/protected/locales/ar"),
          import("@portico/react/plugins/locales/ar"),
        ]);
      return { words: ar, forms: forms.variables, gate: gate.gate, plugins: plugins.plugins };
    },
    account: once(async () => (await import("@portico/react/account/locales/ar")).default.account),
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
