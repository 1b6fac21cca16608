import { useMemo } from "react";
import { useVocabulary } from "../i18n/vocabulary.tsx";

/** What the forms, the gate and what stands around them say, in the language spoken. */
export function useFormWords() {
  const { around, forms, gate, language } = useVocabulary();
  return useMemo(
    () => ({
      variables: forms,
      lang: language.code,
      ...(gate && { gate }),
      ...(around && { around }),
    }),
    [around, forms, gate, language],
  );
}
