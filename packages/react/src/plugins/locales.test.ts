import { describe, expect, test } from "vitest";
import type { Locale } from "../i18n/locale.ts";
import type { PluginLocale } from "./words.ts";

const forms = import.meta.glob<Locale>("../i18n/locales/*.ts", { eager: true, import: "default" });
const modules = import.meta.glob<PluginLocale>("./locales/*.ts", {
  eager: true,
  import: "default",
});
const english = import.meta.glob<object>("./*/en.ts", { eager: true });

const codeOf = (path: string) => path.replace(/.*\/|\.ts$/g, "");

type Texts = { readonly [path: string]: string };

/** Returns every text, keyed by its path such as `sso.heading`. */
function textsOf(sections: object): Texts {
  const texts: { [path: string]: string } = {};
  for (const [section, entries] of Object.entries(sections))
    for (const [key, text] of Object.entries(entries ?? {}))
      texts[`${section}.${key}`] = String(text);
  return texts;
}

const englishTexts: Texts = Object.assign({}, ...Object.values(english).map(textsOf));

const placeholders = (text: string) =>
  [...text.matchAll(/{{(\w+)}}/g)]
    .map(([, name]) => name)
    .sort()
    .join();

test("the plugins have a locale for every language of the forms", () => {
  expect(Object.keys(modules).map(codeOf).sort()).toEqual(Object.keys(forms).map(codeOf).sort());
});

describe.each(Object.entries(modules))("%s", (path, { plugins, lang, dir }) => {
  const texts = textsOf(plugins);
  const failingTexts = (isValid: (text: string, path: string) => boolean) =>
    Object.entries(texts).filter(([key, text]) => !isValid(text, key));

  test("a locale of the plugins keeps placeholders, is translated and follows its typography", () => {
    const form = forms[`../i18n/locales/${codeOf(path)}.ts`];
    expect({ lang, dir }).toEqual({ lang: form?.lang, dir: form?.dir });
    expect(
      failingTexts((text, key) => placeholders(text) === placeholders(englishTexts[key] ?? "")),
    ).toEqual([]);
    expect(
      failingTexts((text, key) => text !== englishTexts[key] || key === "sso.heading"),
    ).toEqual([]);
    expect(failingTexts((text) => text === text.trim() && !/\s\s|["'`]/.test(text))).toEqual([]);
    expect(failingTexts((text) => text === text.normalize("NFC"))).toEqual([]);
    // Messages end with a full stop in every language, and labels never do. Texts without an English original are
    // messages, since English shows the server's.
    const fullStop = /[.。।]$/;
    expect(
      failingTexts((text, key) => fullStop.test(text) === fullStop.test(englishTexts[key] ?? ".")),
    ).toEqual([]);
  });
});
