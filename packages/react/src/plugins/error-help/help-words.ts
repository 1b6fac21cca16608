import { useMemo } from "react";
import type { I18nVariables } from "../../i18n/en.ts";
import type { PluginLocalization } from "../words.ts";
import { sessionEnded } from "./en.ts";
import { errorReasons } from "./error-reasons.ts";

/**
 * The words of a form in a language, with its text for every code of the server: several codes may
 * have one reason, and so one text. English has no texts: it shows the server's own words. A text
 * that the application has for a code stays.
 */
export function useHelpfulWords(localization: PluginLocalization | undefined): I18nVariables {
  return useMemo(() => {
    const own = localization?.variables?.errors;
    const known: Record<string, string | undefined> = { ...localization?.plugins?.errors, ...own };
    const errors: Record<string, string> = {};
    for (const [code, reason] of Object.entries(errorReasons)) {
      const text = known[reason];
      if (text !== undefined) errors[code] = text;
    }
    // By its name: the client gives this error no code.
    errors["AuthSessionMissingError"] = known["session_not_found"] ?? sessionEnded;
    return { ...localization?.variables, errors: { ...errors, ...own } };
  }, [localization]);
}
