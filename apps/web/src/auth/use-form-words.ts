import { useMemo } from "react";
import { useVocabulary } from "../i18n/vocabulary.tsx";

/** Returns the texts of the form, its plugins and the gate in the current language. */
export function useFormWords() {
  const { plugins, forms, gate, language } = useVocabulary();
  return useMemo(
    () => ({
      ...(forms && { variables: forms }),
      lang: language.code,
      ...(gate && { gate }),
      ...(plugins && { plugins }),
    }),
    [plugins, forms, gate, language],
  );
}
