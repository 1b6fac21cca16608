import { useMemo } from "react";
import { useTranslations } from "../i18n/translations.tsx";

/** Returns the texts of the form, its plugins and the gate in the current language. */
export function useFormTexts() {
  const { plugins, forms, gate, language } = useTranslations();
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
