import { useMemo } from "react";
import { useVocabulary } from "../i18n/vocabulary.tsx";

/** The texts of the forms, the gate and its plugins, in the current language. */
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
