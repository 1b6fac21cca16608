import { en, failureOf } from "@portico/react";
import { isAuthError } from "@supabase/auth-js";
import { DataFailure } from "../data/failure.ts";
import { useTranslations } from "../i18n/translations.tsx";

/**
 * Returns a function that turns an error into the text for the user. Messages of the backend are shown as they are, or
 * translated by their code. Without a response, our own text is shown; the messages of the browser, a proxy or a client
 * library do not help.
 */
export function useErrorText(): (error: unknown) => string {
  const { texts, forms } = useTranslations();
  return (error) => {
    if (isAuthError(error)) return failureOf(error, forms ?? en).message;
    const isFromBackend =
      error instanceof DataFailure && !error.isUnreachable && !error.isRetryable;
    return isFromBackend ? error.message : texts.unreachable;
  };
}
