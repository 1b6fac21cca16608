import { describe, expect, test } from "vitest";
import { type AccountLocale, en as account } from "../src/account/en.ts";
import { type ConsentLocale, en as consent } from "../src/consent/en.ts";
import type { Locale } from "../src/i18n/locale.ts";
import { type OrganizationLocale, en as organizations } from "../src/organizations/en.ts";
import { type GateLocale, en as gate } from "../src/protected/en.ts";
import { type UserButtonLocale, en as userButton } from "../src/user-button/en.ts";

const forms = import.meta.glob<Locale>("../src/i18n/locales/*.ts", {
  eager: true,
  import: "default",
});
const accounts = import.meta.glob<AccountLocale>("../src/account/locales/*.ts", {
  eager: true,
  import: "default",
});
const gates = import.meta.glob<GateLocale>("../src/protected/locales/*.ts", {
  eager: true,
  import: "default",
});
const userButtons = import.meta.glob<UserButtonLocale>("../src/user-button/locales/*.ts", {
  eager: true,
  import: "default",
});
const consents = import.meta.glob<ConsentLocale>("../src/consent/locales/*.ts", {
  eager: true,
  import: "default",
});
const organizationLocales = import.meta.glob<OrganizationLocale>(
  "../src/organizations/locales/*.ts",
  { eager: true, import: "default" },
);

const codeOf = (path: string) => path.replace(/.*\/|\.ts$/g, "");
const codes = (modules: object) => Object.keys(modules).map(codeOf).sort();

type Texts = { readonly [path: string]: string };

/** Returns every text, keyed by its path such as `email.heading`. */
function textsOf(sections: object): Texts {
  const texts: { [path: string]: string } = {};
  for (const [section, entries] of Object.entries(sections)) {
    for (const [key, text] of Object.entries(entries ?? {}))
      texts[`${section}.${key}`] = String(text);
  }
  return texts;
}

const placeholders = (text: string) =>
  [...text.matchAll(/{{(\w+)}}/g)]
    .map(([, name]) => name)
    .sort()
    .join();

/** The texts that may be the same as in English: names, numbers, and identical words. */
const mayEqualEnglish =
  /\.(code_label|name_label|totp|phone|hint|heading|passkey|email|label|rename|add_totp|secret_label|system)$/;

test("every feature has a locale for every language of the forms", () => {
  const formCodes = codes(forms);
  expect(formCodes.length).toBeGreaterThan(25);
  expect(codes(accounts)).toEqual(formCodes);
  expect(codes(gates)).toEqual(formCodes);
  expect(codes(userButtons)).toEqual(formCodes);
  expect(codes(consents)).toEqual(formCodes);
  expect(codes(organizationLocales)).toEqual(formCodes);
});

describe.each([
  ...Object.entries(accounts).map(
    ([path, { account: translations, ...locale }]) =>
      [`account, ${codeOf(path)}`, textsOf(account), textsOf(translations), locale, path] as const,
  ),
  ...Object.entries(gates).map(
    ([path, { gate: translations, ...locale }]) =>
      [`gate, ${codeOf(path)}`, textsOf(gate), textsOf(translations), locale, path] as const,
  ),
  ...Object.entries(userButtons).map(
    ([path, { user_button: translations, ...locale }]) =>
      [
        `user button, ${codeOf(path)}`,
        textsOf(userButton),
        textsOf(translations),
        locale,
        path,
      ] as const,
  ),
  ...Object.entries(consents).map(
    ([path, { consent: translations, ...locale }]) =>
      [`consent, ${codeOf(path)}`, textsOf(consent), textsOf(translations), locale, path] as const,
  ),
  ...Object.entries(organizationLocales).map(
    ([path, { organizations: translations, ...locale }]) =>
      [
        `organizations, ${codeOf(path)}`,
        textsOf(organizations),
        textsOf(translations),
        locale,
        path,
      ] as const,
  ),
])("%s", (_, english, texts, locale, path) => {
  const failingTexts = (isValid: (text: string, path: string) => boolean) =>
    Object.entries(texts).filter(([key, text]) => !isValid(text, key));

  test("a locale of a feature has every text with its placeholders, and none in English", () => {
    // Every language except English translates the server's errors.
    expect(Object.keys(texts)).toEqual(expect.arrayContaining(Object.keys(english)));
    expect(
      failingTexts((text, key) => placeholders(text) === placeholders(english[key] ?? "")),
    ).toEqual([]);
    expect(failingTexts((text, key) => text !== english[key] || mayEqualEnglish.test(key))).toEqual(
      [],
    );
  });

  test("a locale of a feature follows the typography of its language and names it", () => {
    expect(failingTexts((text) => text === text.trim() && !/\s\s/.test(text))).toEqual([]);
    expect(failingTexts((text) => text === text.normalize("NFC"))).toEqual([]);
    expect(failingTexts((text) => !/["']/.test(text))).toEqual([]);
    const form = forms[`../src/i18n/locales/${codeOf(path)}.ts`];
    expect(locale).toEqual({ lang: form?.lang, dir: form?.dir });
    // Messages end with a full stop in every language, and labels never do.
    const fullStop = /[.。।]$/;
    expect(
      failingTexts((text, key) => fullStop.test(text) === fullStop.test(english[key] ?? ".")),
    ).toEqual([]);
  });
});
