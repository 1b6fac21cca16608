import { en, failureOf } from "@portico/react";
import { isAuthError } from "@supabase/auth-js";
import { DataFailure } from "../data/failure.ts";
import { useVocabulary } from "../i18n/vocabulary.tsx";

/**
 * Returns a function that turns an error into the text for the user. Messages of the backend are shown as they are, or
 * translated by their code. Without a response, our own text is shown; the messages of the browser, a proxy or a client
 * library do not help.
 */
export function useErrorText(): (error: unknown) => string {
  const { words, forms } = useVocabulary();
  return (error) => {
    if (isAuthError(error)) return failureOf(error, forms ?? en).message;
    const isFromBackend = error instanceof DataFailure && !error.isUnanswered && !error.isRetryable;
    return isFromBackend ? error.message : words.unreachable;
  };
}
