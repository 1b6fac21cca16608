import { useMemo } from "react";
import { useVocabulary } from "../i18n/vocabulary.tsx";

/** What the forms, the gate and its plugins say, in the language spoken. */
export function useFormWords() {
  const { plugins, forms, gate, language } = useVocabulary();
  return useMemo(
    () => ({
      variables: forms,
      lang: language.code,
      ...(gate && { gate }),
      ...(plugins && { plugins }),
    }),
    [plugins, forms, gate, language],
  );
}
