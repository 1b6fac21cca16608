import { expect, test } from "vitest";
import type { Locale } from "./locale.ts";

const modules = import.meta.glob<Locale>("./locales/*.ts", { eager: true, import: "default" });

/**
 * Patterns for characters and words that a text in this language must not contain. `{{provider}}` is replaced with a
 * Latin name.
 */
const mistakePatterns: { readonly [code: string]: readonly RegExp[] } = {
  // Latin question marks, commas and semicolons.
  ar: [/[?,;]/],
  // Latin punctuation, the Arabic forms of yeh and kaf, and digits that are not Persian.
  fa: [/[?,;]/, /[يك٠-٩0-9]/],
  // `?!;:` without a no-break space before them. After an ordinary space the line could break.
  fr: [/(?<![\u202f\u00a0])[?!;:]/, / [?!;:]/],
  // German has a formal and an informal form of address; each locale uses one.
  de: [/\b(Sie|Ihr|Ihre|Ihren|Ihrer|Ihnen)\b/, /[^\u00a0]…/],
  "de-formal": [/\b([Dd]u|[Dd]ich|[Dd]ir|[Dd]ein\p{Letter}*)\b/u, /[^\u00a0]…/],
  // Half-width punctuation. Japanese allows spaces only between Latin words, Chinese also beside one.
  ja: [/[?!,:;.()]/, /(?<!\w) | (?!\w)/],
  "zh-Hans": [/[?!,:;.()]/, /(?<!\w) (?!\w)/, /[帳號碼請電郵傳註開驗證]/],
  "zh-Hant": [/[?!,:;.()]/, /(?<!\w) (?!\w)/, /[账号码请电邮传册开验证]/],
  ko: [/[，。？！：]/],
  // A hyphen where Hebrew uses a maqaf.
  he: [/\p{Script=Hebrew}-\p{Script=Hebrew}/u],
  // A question without its opening mark, and the formal address.
  es: [/(?<!¿[^?]*)\?/, /\b([Uu]sted|[Ss]u)\b/],
  "pt-BR": [/palavra-passe|utilizador/i],
  "pt-PT": [/\b(senha|você|usuário)\b/i],
  ca: [/\b(vostr[ae]|introduïu|consulteu)\b/i],
};

test.each(Object.entries(mistakePatterns))(
  "the locale %s follows the typography of its language",
  (code, patterns) => {
    const { variables } = modules[`./locales/${code}.ts`] ?? {};
    const texts = Object.values(variables ?? {}).flatMap((section) => Object.values(section));
    expect(texts.length).toBeGreaterThan(60);
    const wrongTexts = texts.filter((text) =>
      patterns.some((pattern) => pattern.test(String(text).replace("{{provider}}", "GitHub"))),
    );
    expect(wrongTexts).toEqual([]);
  },
);
