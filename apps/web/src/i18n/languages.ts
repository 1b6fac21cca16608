import type { Words as FormTexts } from "@portico/react";
import type { AccountWords as AccountTexts } from "@portico/react/account";
import type { ConsentWords as ConsentTexts } from "@portico/react/consent";
import type { PluginWords as PluginTexts } from "@portico/react/plugins";
import type { GateWords as GateTexts } from "@portico/react/protected";
import type { UserButtonWords as UserButtonTexts } from "@portico/react/user-button";
import { en, type Texts } from "./en.ts";

/** All texts in one language. */
export interface Translations {
  /** The application's own texts. */
  readonly texts: Texts;
  /** The texts of the form; undefined for its built-in English. */
  readonly forms?: FormTexts;
  /** The texts of the gate; undefined for its built-in English. */
  readonly gate?: GateTexts;
  /** The texts of the plugins; undefined for their built-in English. */
  readonly plugins?: PluginTexts;
}

/** A language of the application. */
export interface Language {
  /** The BCP 47 tag, for `<html lang>` and for formatting. */
  readonly code: "en" | "de" | "fr" | "ar";
  /** The name of the language in that language. */
  readonly name: string;
  readonly direction: "ltr" | "rtl";
  /** Loads the texts. Each language except English is a separate chunk. */
  readonly load: () => Promise<Translations>;
  /** Loads the texts of the account page, always as the same promise; undefined for the built-in English. */
  readonly account: () => Promise<AccountTexts | undefined>;
  /** Loads the texts of the consent screen, in the same way. */
  readonly consent: () => Promise<ConsentTexts | undefined>;
  /** Loads the texts of the user button, in the same way. */
  readonly userButton: () => Promise<UserButtonTexts | undefined>;
}

/** Returns a function that calls `load` once, and again only after a failure. */
function once<Result>(load: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= load().catch((error: unknown) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}

const english: Language = {
  code: "en",
  name: "English",
  direction: "ltr",
  load: async () => ({ texts: en }),
  account: once(async () => undefined),
  consent: once(async () => undefined),
  userButton: once(async () => undefined),
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
      return { texts: de, forms: forms.variables, gate: gate.gate, plugins: plugins.plugins };
    },
    account: once(async () => (await import("@portico/react/account/locales/de")).default.account),
    consent: once(async () => (await import("@portico/react/consent/locales/de")).default.consent),
    userButton: once(
      async () => (await import("@portico/react/user-button/locales/de")).default.user_button,
    ),
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
      return { texts: fr, forms: forms.variables, gate: gate.gate, plugins: plugins.plugins };
    },
    account: once(async () => (await import("@portico/react/account/locales/fr")).default.account),
    consent: once(async () => (await import("@portico/react/consent/locales/fr")).default.consent),
    userButton: once(
      async () => (await import("@portico/react/user-button/locales/fr")).default.user_button,
    ),
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
      return { texts: ar, forms: forms.variables, gate: gate.gate, plugins: plugins.plugins };
    },
    account: once(async () => (await import("@portico/react/account/locales/ar")).default.account),
    consent: once(async () => (await import("@portico/react/consent/locales/ar")).default.consent),
    userButton: once(
      async () => (await import("@portico/react/user-button/locales/ar")).default.user_button,
    ),
  },
];

/** Returns the language with this code, else English. */
export function languageOf(code: string | null): Language {
  return languages.find((language) => language.code === code) ?? english;
}

/**
 * Returns the first of the preferred languages that the application has, by primary subtag: German for `de-AT`.
 * Returns English if it has none of them.
 */
export function bestLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const primary = tag.toLowerCase().split("-")[0];
    const language = languages.find(({ code }) => code === primary);
    if (language) return language;
  }
  return english;
}
