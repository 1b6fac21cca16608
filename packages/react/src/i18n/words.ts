import { en, type I18nVariables, type Words } from "./en.ts";

/** English with an application's own words laid over it. Neither of the two is changed. */
export function wordsOf(variables: I18nVariables | undefined): Words {
  if (!variables) return en;
  return {
    sign_up: { ...en.sign_up, ...variables.sign_up },
    sign_in: { ...en.sign_in, ...variables.sign_in },
    magic_link: { ...en.magic_link, ...variables.magic_link },
    forgotten_password: { ...en.forgotten_password, ...variables.forgotten_password },
    update_password: { ...en.update_password, ...variables.update_password },
    verify_otp: { ...en.verify_otp, ...variables.verify_otp },
    common: { ...en.common, ...variables.common },
    errors: variables.errors ?? {},
  };
}

/** Puts values in the place of `{{names}}`; a name without a value stays as it is written. */
export function template(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/{{(\w+)}}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? placeholder) : placeholder,
  );
}
