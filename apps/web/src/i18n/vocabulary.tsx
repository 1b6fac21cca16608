import { createContext, type ReactNode, use, useLayoutEffect, useMemo, useState } from "react";
import { remember, remembered } from "../browser/remembered.ts";
import type { Words } from "./en.ts";
import { bestLanguage, type Language, languageOf, type Vocabulary } from "./languages.ts";

interface Spoken extends Vocabulary {
  readonly language: Language;
  /** Fetches the language, then speaks it; rejects, and changes nothing, if it cannot be fetched. */
  readonly speak: (language: Language) => Promise<void>;
}

const SpokenContext = createContext<Spoken | null>(null);

/** The language chosen here before, else the best of those that the browser asks for. */
export function preferredLanguage(): Language {
  const chosen = remembered("language");
  return chosen === null ? bestLanguage(navigator.languages) : languageOf(chosen);
}

/** Gives everything below it words, and keeps `<html lang dir>` true to them. */
export function VocabularyProvider(props: {
  language: Language;
  vocabulary: Vocabulary;
  children: ReactNode;
}) {
  const [spoken, setSpoken] = useState({ language: props.language, ...props.vocabulary });
  const { language } = spoken;

  useLayoutEffect(() => {
    document.documentElement.lang = language.code;
    document.documentElement.dir = language.direction;
  }, [language]);

  const value = useMemo(
    () => ({
      ...spoken,
      speak: async (next: Language) => {
        const vocabulary = await next.load();
        remember("language", next.code);
        setSpoken({ language: next, ...vocabulary });
      },
    }),
    [spoken],
  );
  return <SpokenContext value={value}>{props.children}</SpokenContext>;
}

/** The language spoken, its vocabulary, and how to speak another. */
export function useVocabulary(): Spoken {
  const spoken = use(SpokenContext);
  if (!spoken) throw new Error("useVocabulary must be used within a VocabularyProvider.");
  return spoken;
}

/** The application's words in the language spoken. */
export function useWords(): Words {
  return useVocabulary().words;
}
