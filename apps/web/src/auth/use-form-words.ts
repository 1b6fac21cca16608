import { useMemo } from "react";
import { useVocabulary } from "../i18n/vocabulary.tsx";

/** What the forms and the gate say, in the language spoken. */
export function useFormWords() {
  const { forms, gate, language } = useVocabulary();
  return useMemo(
    () => ({ variables: forms, lang: language.code, ...(gate && { gate }) }),
    [forms, gate, language],
  );
}
