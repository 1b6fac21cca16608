import type { PluginLocalization, PluginWords } from "./words.ts";

/**
 * Returns the words of one feature: the application's words merged over its English.
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
