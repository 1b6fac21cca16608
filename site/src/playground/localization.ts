import type { Locale } from "@portico/react";
import type { PluginLocale, PluginLocalization } from "@portico/react/plugins";
import { Code, formatLiteral, Spread } from "./literal.ts";
import { pairsOf, type State } from "./state.ts";

/** The loaded texts of a language. */
export interface LoadedTexts {
  readonly locale?: Locale | undefined;
  readonly plugins?: PluginLocale | undefined;
}

/** Returns the prop `localization` and the languages that its code imports, or undefined if the prop is not needed. */
export function localizationOf(state: State, loadedTexts: LoadedTexts, hasPlugins: boolean) {
  const module = state["locale"];
  const customTexts = parseCustomTexts(state);
  if (!module && !customTexts) return undefined;
  const name = module?.replace(/-(\w)/g, (_, letter) => letter.toUpperCase()) ?? "";
  const pluginsName = `${name}Plugins`;
  const imports: [module: string, name: string][] = [];
  if (module) imports.push([`@portico/react/locales/${module}`, name]);
  if (module && hasPlugins) imports.push([`@portico/react/plugins/locales/${module}`, pluginsName]);

  const { locale, plugins } = loadedTexts;
  const value = {
    ...(module && locale),
    ...(module && hasPlugins && plugins),
    ...(customTexts && { variables: { ...locale?.variables, ...mergeTexts(customTexts, locale) } }),
  } as PluginLocalization;
  const code = {
    ...(module && { 0: new Spread(name) }),
    ...(module && hasPlugins && { 1: new Spread(pluginsName) }),
    ...(customTexts && {
      variables: {
        ...(module && { 0: new Spread(`${name}.variables`) }),
        ...Object.fromEntries(
          Object.entries(customTexts).map(([section, texts]) => [
            section,
            { ...(module && { 0: new Spread(`${name}.variables.${section}`) }), ...texts },
          ]),
        ),
      },
    }),
  };
  const isLocaleOnly = module && !customTexts && !hasPlugins;
  return { value, imports, code: new Code(isLocaleOnly ? name : formatLiteral(code)) };
}

type Texts = Record<string, Record<string, string>>;

/** The sections of the kit's texts that the playground supports. */
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

function parseCustomTexts(state: State): Texts | undefined {
  const texts: Texts = {};
  for (const [path, value] of pairsOf(state, "words")) {
    const [section = "", key] = path.split(".");
    if (key && sections.includes(section)) texts[section] = { ...texts[section], [key]: value };
  }
  return Object.keys(texts)[0] ? texts : undefined;
}

function mergeTexts(customTexts: Texts, locale: Locale | undefined): Texts {
  const localeTexts: Texts = Object(locale?.variables);
  return Object.fromEntries(
    Object.entries(customTexts).map(([section, texts]) => [
      section,
      { ...localeTexts[section], ...texts },
    ]),
  );
}
