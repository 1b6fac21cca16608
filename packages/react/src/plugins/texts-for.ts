import type { PluginLocalization, PluginWords } from "./words.ts";

/**
 * Returns the texts of one feature: the application's texts merged over the English ones.
 *
 * @param name the section's name in {@link PluginWords}
 */
export function textsFor<
  Name extends keyof PluginWords,
  English extends Partial<PluginWords[Name]>,
>(
  name: Name,
  english: English,
  localization: PluginLocalization | undefined,
): English & Partial<PluginWords[Name]> {
  return { ...english, ...localization?.plugins?.[name] };
}
