import { en, type I18nVariables, type Words } from "./en.ts";

/** English with an application's own words laid over it. Neither of the two is changed. */
export function wordsOf(variables: I18nVariables | undefined): Words {
  if (!variables) return en;
  const given: { [section: string]: object | undefined } = variables;
  const sections = Object.entries(en).map(([name, texts]) => [name, { ...texts, ...given[name] }]);
  return Object.assign({}, en, variables, Object.fromEntries(sections));
}

/** Puts values in the place of `{{names}}`; a name without a value stays as it is written. */
export function template(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/{{(\w+)}}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? placeholder) : placeholder,
  );
}
