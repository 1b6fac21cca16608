import type { PluginLocalization, PluginWords } from "./words.ts";

/**
 * The words of one feature: its English, with the application's words for it laid over.
 *
 * @param name the section's name in {@link PluginWords}
 */
export function wordsFor<
  Name extends keyof PluginWords,
  English extends Partial<PluginWords[Name]>,
>(
  name: Name,
  english: English,
  localization: PluginLocalization | undefined,
): English & Partial<PluginWords[Name]> {
  return { ...english, ...localization?.plugins?.[name] };
}
