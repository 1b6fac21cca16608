import { isAuthError, isAuthRetryableFetchError } from "../data/auth-error.ts";
import { useVocabulary } from "../i18n/vocabulary.tsx";

/**
 * Puts an error of the auth client into words: the language's own for its code, else the server's as
 * they are. That no answer of it came is said in the application's words, the browser's being none.
 */
export function useErrorText(): (error: Error) => string {
  const { words, forms } = useVocabulary();
  return (error) => {
    if (!isAuthError(error) || isAuthRetryableFetchError(error)) return words.unreachable;
    return (error.code ? forms.errors?.[error.code] : undefined) ?? error.message;
  };
}
