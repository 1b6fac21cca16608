import type { I18nVariables, Words } from "./en.ts";
import { wordsOf } from "./words.ts";

/** The words of one feature: sections of texts, and texts for errors by their code. */
export interface FeatureTexts {
  readonly [section: string]: { readonly [key: string]: string };
  readonly errors: { readonly [code: string]: string };
}

/** A complete set of a feature's words, in any language. */
export type Complete<Texts extends FeatureTexts> = {
  readonly [Section in keyof Texts]: { readonly [Key in keyof Texts[Section]]: string };
};

/** Some of a feature's words. Missing ones are English. */
export type PartialWords<Texts extends FeatureTexts> = {
  readonly [Section in keyof Texts]?: { readonly [Key in keyof Texts[Section]]?: string };
};

/** Merges an application's words over a feature's English. */
export function mergeWords<Texts extends FeatureTexts>(
  english: Texts,
  words: PartialWords<Texts> | undefined,
): Complete<Texts> {
  if (!words) return english;
  const merged: Complete<Texts> = { ...english };
  for (const section of Object.keys(english)) {
    Reflect.set(merged, section, { ...english[section], ...words[section] });
  }
  return merged;
}

/** Merges a feature's texts for errors over the words of the forms. */
export function withErrors(
  variables: I18nVariables | undefined,
  errors: FeatureTexts["errors"],
): Words {
  const words = wordsOf(variables);
  return { ...words, errors: { ...words.errors, ...errors } };
}
