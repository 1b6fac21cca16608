import { describe, expect, it } from "vitest";
import { fileWordsOf } from "./files/file-words.ts";
import { bestLanguage, languageOf, languages } from "./languages.ts";
import { sharingWordsOf } from "./sharing/sharing-words.ts";

describe("bestLanguage", () => {
  it("takes the first wanted language that it speaks", () => {
    expect(bestLanguage(["pt-BR", "fr-CA", "de"]).code).toBe("fr");
  });

  it("goes by the primary subtag, whatever its case", () => {
    expect(bestLanguage(["DE-at"]).code).toBe("de");
  });

  it("falls back to English", () => {
    expect(bestLanguage([]).code).toBe("en");
    expect(bestLanguage(["eo"]).code).toBe("en");
  });
});

describe("languageOf", () => {
  it("falls back to English for what was never a language of ours", () => {
    expect(languageOf("xx").code).toBe("en");
    expect(languageOf(null).code).toBe("en");
  });
});

/** The same object with the type of each leaf in its place. */
function shape(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, leaf]) => [name, shape(leaf)]));
}

describe.each(languages)("$name", (language) => {
  it("has every word that English has, and none empty", async () => {
    const english = languageOf("en");
    const { words } = await language.load();
    const late = await Promise.all([fileWordsOf(language.code), sharingWordsOf(language.code)]);
    expect(shape(words)).toEqual(shape((await english.load()).words));
    expect(shape(late)).toEqual(
      shape(await Promise.all([fileWordsOf("en"), sharingWordsOf("en")])),
    );
    expect(JSON.stringify([words, late])).not.toContain('""');
  });
});

describe("Arabic", () => {
  it.each([
    [0, "لم يُعثر على أي ملاحظة"],
    [1, "عُثر على ملاحظة واحدة"],
    [2, "عُثر على ملاحظتين"],
    [3, "عُثر على 3 ملاحظات"],
    [11, "عُثر على 11 ملاحظة"],
    [100, "عُثر على 100 ملاحظة"],
    [103, "عُثر على 103 ملاحظات"],
  ])("counts %d notes by its six plurals", async (count, expected) => {
    const { words } = await languageOf("ar").load();
    expect(words.notes.found(count, String(count))).toBe(expected);
  });
});
