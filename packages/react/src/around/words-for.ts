import type { LocalizationProp } from "../types.ts";
import type { AroundWords } from "./words.ts";

/**
 * The words of one feature: its English, with the application's words for it laid over.
 *
 * @param name the section's name in {@link AroundWords}
 */
export function wordsFor<
  Name extends keyof AroundWords,
  English extends Partial<AroundWords[Name]>,
>(
  name: Name,
  english: English,
  localization: LocalizationProp | undefined,
): English & Partial<AroundWords[Name]> {
  return { ...english, ...localization?.around?.[name] };
}
