import { en, failureOf } from "@portico/react";
import { isAuthError } from "@supabase/auth-js";
import { DataFailure } from "../data/failure.ts";
import { useTranslations } from "../i18n/translations.tsx";

/**
 * Returns a function that turns an error into a text for the user. The backend's messages are shown unchanged, or
 * translated by their code. Without a response, the application's own text is shown, because the messages of browsers,
 * proxies and client libraries do not help users.
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
