import { useMemo } from "react";
import type { I18nVariables } from "../../i18n/en.ts";
import type { PluginLocalization } from "../words.ts";
import { sessionEnded } from "./en.ts";
import { errorReasons } from "./error-reasons.ts";

/**
 * Returns the texts of a form with a text for every error code of the server, in the form's language. Codes with the
 * same reason share a text. English shows the server's messages. The application's own text for a code takes
 * precedence.
 */
export function useErrorTexts(localization: PluginLocalization | undefined): I18nVariables {
  return useMemo(() => {
    const customTexts = localization?.variables?.errors;
    const texts: Record<string, string | undefined> = {
      ...localization?.plugins?.errors,
      ...customTexts,
    };
    const errors: Record<string, string> = {};
    for (const [code, reason] of Object.entries(errorReasons)) {
      const text = texts[reason];
      if (text !== undefined) errors[code] = text;
    }
    // The client sets no code for this error, so its name is the key.
    errors["AuthSessionMissingError"] = texts["session_not_found"] ?? sessionEnded;
    return { ...localization?.variables, errors: { ...errors, ...customTexts } };
  }, [localization]);
}
