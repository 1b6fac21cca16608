import { en, failureOf } from "@portico/react";
import { isAuthError } from "@supabase/auth-js";
import { DataFailure } from "../data/failure.ts";
import { useVocabulary } from "../i18n/vocabulary.tsx";

/**
 * Puts what failed into words, in the one place of the application that does. The words of the backend are shown
 * as they are, or in the language's own for their code; those of the browser, of `fetch`, of a proxy and of the
 * client libraries are not.
 */
export function useErrorText(): (error: unknown) => string {
  const { words, forms } = useVocabulary();
  return (error) => {
    if (isAuthError(error)) return failureOf(error, forms ?? en).message;
    const isAnswer = error instanceof DataFailure && !error.unanswered && !error.passing;
    return isAnswer ? error.message : words.unreachable;
  };
}
