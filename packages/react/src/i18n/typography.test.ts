import { expect, test } from "vitest";
import type { Locale } from "./locale.ts";

const modules = import.meta.glob<Locale>("./locales/*.ts", { eager: true, import: "default" });

/** What a language does not write. `{{provider}}` stands for a Latin name. */
const mistakes: { readonly [code: string]: readonly RegExp[] } = {
  // Latin question marks, commas and semicolons.
  ar: [/[?,;]/],
  // Those, the Arabic forms of yeh and kaf, and digits that are not Persian.
  fa: [/[?,;]/, /[يك٠-٩0-9]/],
  // A plain or missing space before tall punctuation; an ordinary one would break the line there.
  fr: [/(?<![\u202f\u00a0])[?!;:]/, / [?!;:]/],
  // The other way to address the reader.
  de: [/\b(Sie|Ihr|Ihre|Ihren|Ihrer|Ihnen)\b/, /[^\u00a0]…/],
  "de-formal": [/\b([Dd]u|[Dd]ich|[Dd]ir|[Dd]ein\p{Letter}*)\b/u, /[^\u00a0]…/],
  // Half-width punctuation; spaces other than between Latin words, or in Chinese beside one.
  ja: [/[?!,:;.()]/, /(?<!\w) | (?!\w)/],
  "zh-Hans": [/[?!,:;.()]/, /(?<!\w) (?!\w)/, /[帳號碼請電郵傳註開驗證]/],
  "zh-Hant": [/[?!,:;.()]/, /(?<!\w) (?!\w)/, /[账号码请电邮传册开验证]/],
  ko: [/[，。？！：]/],
  // A hyphen where a maqaf stands.
  he: [/\p{Script=Hebrew}-\p{Script=Hebrew}/u],
  // A question without its opening mark; the other way to address the reader.
  es: [/(?<!¿[^?]*)\?/, /\b([Uu]sted|[Ss]u)\b/],
  "pt-BR": [/palavra-passe|utilizador/i],
  "pt-PT": [/\b(senha|você|usuário)\b/i],
  ca: [/\b(vostr[ae]|introduïu|consulteu)\b/i],
};

test.each(Object.entries(mistakes))("%s is written as it is printed", (code, found) => {
  const { variables } = modules[`./locales/${code}.ts`] ?? {};
  const texts = Object.values(variables ?? {}).flatMap((section) => Object.values(section));
  expect(texts.length).toBeGreaterThan(60);
  const wrong = texts.filter((text) =>
    found.some((mistake) => mistake.test(String(text).replace("{{provider}}", "GitHub"))),
  );
  expect(wrong).toEqual([]);
});
