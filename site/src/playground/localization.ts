import type { Locale } from "@portico/react";
import type { PluginLocale, PluginLocalization } from "@portico/react/plugins";
import { Code, literal, Spread } from "./literal.ts";
import { pairsOf, type State } from "./state.ts";

/** The loaded words of a language. */
export interface Loaded {
  readonly locale?: Locale | undefined;
  readonly plugins?: PluginLocale | undefined;
}

/**
 * Returns the prop `localization` and the languages that its code imports, or undefined if it is omitted.
 */
export function localizationOf(state: State, loadedWords: Loaded, hasPlugins: boolean) {
  const module = state["locale"];
  const typedWords = ownWords(state);
  if (!module && !typedWords) return undefined;
  const name = module?.replace(/-(\w)/g, (_, letter) => letter.toUpperCase()) ?? "";
  const plugged = `${name}Plugins`;
  const imports: [module: string, name: string][] = [];
  if (module) imports.push([`@portico/react/locales/${module}`, name]);
  if (module && hasPlugins) imports.push([`@portico/react/plugins/locales/${module}`, plugged]);

  const { locale, plugins } = loadedWords;
  const value = {
    ...(module && locale),
    ...(module && hasPlugins && plugins),
    ...(typedWords && { variables: { ...locale?.variables, ...mergeWords(typedWords, locale) } }),
  } as PluginLocalization;
  const code = {
    ...(module && { 0: new Spread(name) }),
    ...(module && hasPlugins && { 1: new Spread(plugged) }),
    ...(typedWords && {
      variables: {
        ...(module && { 0: new Spread(`${name}.variables`) }),
        ...Object.fromEntries(
          Object.entries(typedWords).map(([section, words]) => [
            section,
            { ...(module && { 0: new Spread(`${name}.variables.${section}`) }), ...words },
          ]),
        ),
      },
    }),
  };
  const alone = module && !typedWords && !hasPlugins;
  return { value, imports, code: new Code(alone ? name : literal(code)) };
}

type Words = Record<string, Record<string, string>>;

/** The sections of the kit's words. The playground omits the others. */
const sections = [
  "sign_in",
  "sign_up",
  "magic_link",
  "forgotten_password",
  "update_password",
  "verify_otp",
  "common",
  "errors",
];

function ownWords(state: State): Words | undefined {
  const words: Words = {};
  for (const [path, value] of pairsOf(state, "words")) {
    const [section = "", key] = path.split(".");
    if (key && sections.includes(section)) words[section] = { ...words[section], [key]: value };
  }
  return Object.keys(words)[0] ? words : undefined;
}

function mergeWords(typedWords: Words, locale: Locale | undefined): Words {
  const localeWords: Words = Object(locale?.variables);
  return Object.fromEntries(
    Object.entries(typedWords).map(([section, words]) => [
      section,
      { ...localeWords[section], ...words },
    ]),
  );
}
