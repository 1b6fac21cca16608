import { createContext, type ReactNode, use, useLayoutEffect, useMemo, useState } from "react";
import { readPreference, savePreference } from "../browser/preferences.ts";
import type { Words } from "./en.ts";
import { bestLanguage, type Language, languageOf, type Vocabulary } from "./languages.ts";

interface CurrentVocabulary extends Vocabulary {
  readonly language: Language;
  /** Switches to a language once it has loaded; rejects and changes nothing if it cannot be loaded. */
  readonly setLanguage: (language: Language) => Promise<void>;
}

const VocabularyContext = createContext<CurrentVocabulary | null>(null);

/** Returns the stored language, else the best match for the browser's languages. */
export function preferredLanguage(): Language {
  const chosen = readPreference("language");
  return chosen === null ? bestLanguage(navigator.languages) : languageOf(chosen);
}

/** Provides the texts to its children, and sets `<html lang dir>`. */
export function VocabularyProvider(props: {
  language: Language;
  vocabulary: Vocabulary;
  children: ReactNode;
}) {
  const [current, setCurrent] = useState({ language: props.language, ...props.vocabulary });
  const { language } = current;

  useLayoutEffect(() => {
    document.documentElement.lang = language.code;
    document.documentElement.dir = language.direction;
  }, [language]);

  const value = useMemo(
    () => ({
      ...current,
      setLanguage: async (next: Language) => {
        const vocabulary = await next.load();
        savePreference("language", next.code);
        setCurrent({ language: next, ...vocabulary });
      },
    }),
    [current],
  );
  return <VocabularyContext value={value}>{props.children}</VocabularyContext>;
}

/** Returns the current language, its texts, and a function that switches to another. */
export function useVocabulary(): CurrentVocabulary {
  const vocabulary = use(VocabularyContext);
  if (!vocabulary) throw new Error("useVocabulary must be used within a VocabularyProvider.");
  return vocabulary;
}

/** Returns the application's texts in the current language. */
export function useWords(): Words {
  return useVocabulary().words;
}
