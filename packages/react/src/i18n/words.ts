import { en, type I18nVariables, type Words } from "./en.ts";

/** English with an application's own words laid over it. Neither of the two is changed. */
export function wordsOf(variables: I18nVariables | undefined, english: Words = en): Words {
  if (!variables) return english;
  const given: { [section: string]: { [key: string]: string } | undefined } = variables;
  const sections = Object.entries(english).map(([name, texts]) => {
    // An application with words of its own for the one link to the sign-in means both.
    const back_link_text = given[name]?.["link_text"];
    return [name, { ...texts, ...(back_link_text && { back_link_text }), ...given[name] }];
  });
  return { ...variables, ...Object.fromEntries(sections) };
}

/** Puts values in the place of `{{names}}`; a name without a value stays as it is written. */
export function template(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/{{(\w+)}}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? placeholder) : placeholder,
  );
}
