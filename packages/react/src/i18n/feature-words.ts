import type { I18nVariables, Words } from "./en.ts";
import { wordsOf } from "./words.ts";

/** The words of one feature: sections of texts, and texts for errors by their code. */
export interface FeatureTexts {
  readonly [section: string]: { readonly [key: string]: string };
  readonly errors: { readonly [code: string]: string };
}

/** A complete set of a feature's words: what its English has, in any language. */
export type Complete<Texts extends FeatureTexts> = {
  readonly [Section in keyof Texts]: { readonly [Key in keyof Texts[Section]]: string };
};

/** Some of a feature's words, laid over its English. */
export type Partly<Texts extends FeatureTexts> = {
  readonly [Section in keyof Texts]?: { readonly [Key in keyof Texts[Section]]?: string };
};

/** A feature's English with an application's words laid over it. */
export function overlaid<Texts extends FeatureTexts>(
  english: Texts,
  given: Partly<Texts> | undefined,
): Complete<Texts> {
  if (!given) return english;
  const laid: Complete<Texts> = { ...english };
  for (const section of Object.keys(english)) {
    Reflect.set(laid, section, { ...english[section], ...given[section] });
  }
  return laid;
}

/** The words of the forms, with a feature's texts for errors above those of the language. */
export function withErrors(
  variables: I18nVariables | undefined,
  errors: FeatureTexts["errors"],
): Words {
  const words = wordsOf(variables);
  return { ...words, errors: { ...words.errors, ...errors } };
}
