import { en, type I18nVariables, type Words } from "./en.ts";

/** Merges an application's texts over the English ones. Does not modify either. */
export function resolveTexts(variables: I18nVariables | undefined, english: Words = en): Words {
  if (!variables) return english;
  const customTexts: { [section: string]: { [key: string]: string } | undefined } = variables;
  const sections = Object.entries(english).map(([name, texts]) => {
    // An application that sets its own text for the link to sign-in expects that text in all views.
    const back_link_text = customTexts[name]?.["link_text"];
    return [name, { ...texts, ...(back_link_text && { back_link_text }), ...customTexts[name] }];
  });
  return { ...variables, ...Object.fromEntries(sections) };
}

/** Replaces `{{name}}` placeholders with values. A placeholder without a value remains. */
export function template(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/{{(\w+)}}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? placeholder) : placeholder,
  );
}
