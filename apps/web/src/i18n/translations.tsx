import { createContext, type ReactNode, use, useLayoutEffect, useMemo, useState } from "react";
import { readPreference, savePreference } from "../browser/preferences.ts";
import type { Texts } from "./en.ts";
import { bestLanguage, type Language, languageOf, type Translations } from "./languages.ts";

interface CurrentTranslations extends Translations {
  readonly language: Language;
  /** Switches to a language once it has loaded; rejects and changes nothing if it cannot be loaded. */
  readonly setLanguage: (language: Language) => Promise<void>;
}

const TranslationsContext = createContext<CurrentTranslations | null>(null);

/** Returns the stored language, else the best match for the browser's languages. */
export function preferredLanguage(): Language {
  const storedCode = readPreference("language");
  return storedCode === null ? bestLanguage(navigator.languages) : languageOf(storedCode);
}

/** Provides the texts to its children, and sets `<html lang dir>`. */
export function TranslationsProvider(props: {
  language: Language;
  translations: Translations;
  children: ReactNode;
}) {
  const [current, setCurrent] = useState({ language: props.language, ...props.translations });
  const { language } = current;

  useLayoutEffect(() => {
    document.documentElement.lang = language.code;
    document.documentElement.dir = language.direction;
  }, [language]);

  const value = useMemo(
    () => ({
      ...current,
      setLanguage: async (nextLanguage: Language) => {
        const translations = await nextLanguage.load();
        savePreference("language", nextLanguage.code);
        setCurrent({ language: nextLanguage, ...translations });
      },
    }),
    [current],
  );
  return <TranslationsContext value={value}>{props.children}</TranslationsContext>;
}

/** Returns the current language, its texts, and a function that switches to another. */
export function useTranslations(): CurrentTranslations {
  const translations = use(TranslationsContext);
  if (!translations) throw new Error("useTranslations must be used within a TranslationsProvider.");
  return translations;
}

/** Returns the application's texts in the current language. */
export function useTexts(): Texts {
  return useTranslations().texts;
}
