import { useMemo } from "react";
import type { I18nVariables } from "../../i18n/en.ts";
import type { LocalizationProp } from "../../types.ts";
import { wordsFor } from "../words-for.ts";
import { errors, texts } from "./en.ts";
import { reasons } from "./reasons.ts";

/**
 * The words of a form with a plain sentence for every code. A text that the application or its
 * language has for a code stays.
 */
export function useHelpfulWords(localization: LocalizationProp | undefined): I18nVariables {
  return useMemo(() => {
    const own = localization?.variables?.errors;
    const known: Record<string, string> = {
      ...texts,
      ...wordsFor("errors", errors, localization),
      ...own,
    };
    const spread = Object.entries(reasons).map(([code, reason]) => [code, known[reason]]);
    return {
      ...localization?.variables,
      errors: { ...known, ...Object.fromEntries(spread), ...own },
    };
  }, [localization]);
}
