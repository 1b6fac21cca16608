import type { I18nVariables, Words } from "./en.ts";
import { resolveTexts } from "./words.ts";

/** The texts of one feature: sections of texts, and texts for error codes. */
export interface FeatureTexts {
  readonly [section: string]: { readonly [key: string]: string };
  readonly errors: { readonly [code: string]: string };
}

/** A complete set of a feature's texts, in any language. */
export type Complete<Texts extends FeatureTexts> = {
  readonly [Section in keyof Texts]: { readonly [Key in keyof Texts[Section]]: string };
};

/** A subset of a feature's texts. The rest is English. */
export type PartialWords<Texts extends FeatureTexts> = {
  readonly [Section in keyof Texts]?: { readonly [Key in keyof Texts[Section]]?: string };
};

/** Merges an application's texts over a feature's English texts. */
export function mergeTexts<Texts extends FeatureTexts>(
  english: Texts,
  texts: PartialWords<Texts> | undefined,
): Complete<Texts> {
  if (!texts) return english;
  const merged: Complete<Texts> = { ...english };
  for (const section of Object.keys(english)) {
    Reflect.set(merged, section, { ...english[section], ...texts[section] });
  }
  return merged;
}

/** Adds a feature's texts for errors to the texts of the forms. */
export function addErrorTexts(
  variables: I18nVariables | undefined,
  errors: FeatureTexts["errors"],
): Words {
  const texts = resolveTexts(variables);
  return { ...texts, errors: { ...texts.errors, ...errors } };
}
