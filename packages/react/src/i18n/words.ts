import { en, type I18nVariables, type Words } from "./en.ts";
import { ownLook } from "./own-look.ts";

const ownEnglish = /* @__PURE__ */ overlay(en, ownLook);

/**
 * English with an application's own words laid over it. Neither of the two is changed.
 *
 * @param classic true for the English of the archived kit
 */
export function wordsOf(variables: I18nVariables | undefined, classic?: unknown): Words {
  const english = classic ? en : ownEnglish;
  if (!variables) return english;
  // An application that has words of its own for the one link to the sign-in means both.
  const back_link_text = variables.sign_in?.link_text;
  const below = back_link_text ? overlay(english, { sign_in: { back_link_text } }) : english;
  return overlay(below, variables);
}

function overlay(below: Words, variables: I18nVariables): Words {
  const given: { [section: string]: object | undefined } = variables;
  const sections = Object.entries(below).map(([name, texts]) => [
    name,
    { ...texts, ...given[name] },
  ]);
  return Object.assign({}, variables, Object.fromEntries(sections));
}

/** Puts values in the place of `{{names}}`; a name without a value stays as it is written. */
export function template(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/{{(\w+)}}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? placeholder) : placeholder,
  );
}
