import { describe, expect, expectTypeOf, test } from "vitest";
import { page } from "vitest/browser";
import { apiError } from "../../test/client.ts";
import { show } from "../../test/show.tsx";
import { en } from "./en.ts";
import type { ErrorTexts, Locale } from "./locale.ts";

const modules = import.meta.glob<Locale>("./locales/*.ts", { eager: true, import: "default" });
const locales = Object.entries(modules).map(([path, locale]) => ({
  code: path.slice("./locales/".length, -".ts".length),
  locale,
}));

type Texts = { readonly [path: string]: string };

/** Returns every text, keyed by its path such as `sign_in.heading`. */
function textsOf(sections: object): Texts {
  const texts: { [path: string]: string } = {};
  for (const [section, entries] of Object.entries(sections)) {
    for (const [key, text] of Object.entries(entries ?? {}))
      texts[`${section}.${key}`] = String(text);
  }
  return texts;
}

const english = textsOf(en);

/** Returns the names between `{{` and `}}`, in alphabetical order. */
const placeholders = (text: string) =>
  [...text.matchAll(/{{(\w+)}}/g)].map(([, name]) => name).sort();

/** Returns the texts that do not satisfy the predicate, with their paths. */
const failingTexts = (texts: Texts, isValid: (text: string, path: string) => boolean) =>
  Object.entries(texts).filter(([path, text]) => !isValid(text, path));

const isMessage = (path: string) =>
  /^errors\.|confirmation_text$|empty_email_address$|_error$|password_too_long$/.test(path);

/** The error codes of one locale. The compiler checks that they are complete. */
const errorPaths = Object.keys(textsOf({ errors: modules["./locales/de.ts"]?.variables.errors }));

test("the locales include every documented language", () => {
  expect(errorPaths).toContain("errors.invalid_credentials");
  expect(locales.map(({ code }) => code)).toEqual(
    expect.arrayContaining([
      "ar",
      "he",
      "fa",
      "zh-Hans",
      "zh-Hant",
      "ja",
      "ko",
      "de",
      "de-formal",
      "fr",
      "es",
      "pt-BR",
      "pt-PT",
      "it",
      "nl",
      "pl",
      "ru",
      "uk",
      "tr",
      "hi",
      "id",
      "vi",
      "sv",
    ]),
  );
});

describe.each(locales)("$code", ({ code, locale }) => {
  const texts = textsOf(locale.variables);

  test("a locale of the forms has the same texts as English, and a text for each error code", () => {
    expect(Object.keys(texts).sort()).toEqual([...Object.keys(english), ...errorPaths].sort());
  });

  test("a locale of the forms has no empty and no English text", () => {
    expect(failingTexts(texts, (text) => /\p{Letter}/u.test(text))).toEqual([]);
    expect(failingTexts(texts, (text, path) => text !== english[path])).toEqual([]);
  });

  test("a locale of the forms keeps the placeholders", () => {
    const hasOtherPlaceholders = (text: string, path: string) =>
      placeholders(text).join() !== placeholders(english[path] ?? "").join();
    expect(failingTexts(texts, (text, path) => !hasOtherPlaceholders(text, path))).toEqual([]);
  });

  test("a locale of the forms follows its typography", () => {
    expect(failingTexts(texts, (text) => text === text.trim() && !/\s\s/.test(text))).toEqual([]);
    expect(failingTexts(texts, (text) => text === text.normalize("NFC"))).toEqual([]);
    expect(failingTexts(texts, (text) => !/\.\.|['"`]/.test(text))).toEqual([]);
    const isLoadingText = (path: string) => path.includes("loading_");
    expect(failingTexts(texts, (text, path) => text.endsWith("…") === isLoadingText(path))).toEqual(
      [],
    );
    const endsWithStop = (text: string) => /[.。।]$/.test(text);
    expect(failingTexts(texts, (text, path) => endsWithStop(text) === isMessage(path))).toEqual([]);
  });

  test("a locale of the forms names its language", () => {
    expect(Intl.getCanonicalLocales(locale.lang)).toEqual([locale.lang]);
    expect([locale.lang, `${locale.lang}-formal`]).toContain(code);
  });

  test("a locale of the forms has the direction of its script, and the form uses it", async () => {
    expect(locale.dir).toBe(["ar", "fa", "he"].includes(locale.lang) ? "rtl" : "ltr");
    const form = await show({ localization: locale });
    const root = form.container.querySelector(".portico");
    expect([root?.getAttribute("lang"), root?.getAttribute("dir")]).toEqual([
      locale.lang,
      locale.dir,
    ]);
    await expect.element(form.heading(locale.variables.sign_in.heading)).toBeVisible();
  });

  test("a locale of the forms has a text for an error by its code", async () => {
    const error = apiError("Invalid login credentials", "invalid_credentials");
    const form = await show(
      { localization: locale },
      { signInWithPassword: async () => ({ data: { user: null, session: null }, error }) },
    );
    await form.label(locale.variables.sign_in.email_label).fill("ada@example.com");
    await form.button(locale.variables.sign_in.button_label).first().click();
    await expect.element(form.alert).toHaveTextContent(locale.variables.errors.invalid_credentials);
  });
});

test("the German sign-in asks for the password, and only sign-up asks to choose one", async () => {
  for (const code of ["de", "de-formal"]) {
    const { sign_in, sign_up } = modules[`./locales/${code}.ts`]?.variables ?? en;
    expect(sign_in.password_label).toBe("Passwort");
    expect(sign_up.password_label).toContain("wählen");
  }
});

test("no placeholder is truncated in a window of 320 pixels, in any language", async () => {
  await page.viewport(320, 640);
  const form = await show({ view: "verify_otp" });
  const context = document.createElement("canvas").getContext("2d");
  const truncatedTexts: string[] = [];
  for (const props of [
    { view: "sign_up" as const },
    { view: "update_password" as const },
    { view: "verify_otp" as const, otpType: "email" as const },
    { view: "verify_otp" as const, otpType: "sms" as const },
  ]) {
    await form.rerender(props);
    // The field and its font are the same in all languages, so only the texts are measured.
    for (const field of form.container.querySelectorAll<HTMLInputElement>("input[placeholder]")) {
      const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(field);
      if (context) context.font = font;
      const availableWidth =
        field.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd);
      const key = `${props.view}.${field.name}_input_placeholder`;
      expect(english[key]).toBe(field.placeholder);
      for (const { code, locale } of locales) {
        const text = textsOf(locale.variables)[key] ?? "";
        if ((context?.measureText(text).width ?? Infinity) > availableWidth)
          truncatedTexts.push(`${code}: ${text}`);
      }
    }
  }
  await page.viewport(414, 896);
  expect(truncatedTexts).toEqual([]);
});

test("a locale with a missing text does not compile", () => {
  type Variables = Locale["variables"];
  type Without<Part, Key extends keyof Part> = Omit<Part, Key>;
  expectTypeOf<
    Without<Variables, "common"> & { common: Without<Variables["common"], never> }
  >().toExtend<Variables>();
  expectTypeOf<Without<Variables, "magic_link">>().not.toExtend<Variables>();
  expectTypeOf<
    Without<Variables, "common"> & { common: Without<Variables["common"], "caps_lock"> }
  >().not.toExtend<Variables>();
  expectTypeOf<
    Without<Variables, "errors"> & { errors: Without<ErrorTexts, "weak_password"> }
  >().not.toExtend<Variables>();
});
