import { describe, expect, it } from "vitest";
import { loadFileTexts } from "./files/file-texts.ts";
import { bestLanguage, languageOf, languages } from "./languages.ts";
import { loadSharingTexts } from "./sharing/sharing-texts.ts";

describe("bestLanguage", () => {
  it("bestLanguage returns the first preferred language that exists", () => {
    expect(bestLanguage(["pt-BR", "fr-CA", "de"]).code).toBe("fr");
  });

  it("bestLanguage compares primary subtags and ignores case", () => {
    expect(bestLanguage(["DE-at"]).code).toBe("de");
  });

  it("bestLanguage falls back to English", () => {
    expect(bestLanguage([]).code).toBe("en");
    expect(bestLanguage(["eo"]).code).toBe("en");
  });
});

describe("languageOf", () => {
  it("languageOf falls back to English for an unknown code", () => {
    expect(languageOf("xx").code).toBe("en");
    expect(languageOf(null).code).toBe("en");
  });
});

/** Returns the object with each leaf replaced by its type. */
function shapeOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, shapeOf(child)]));
}

describe.each(languages)("$name", (language) => {
  it("every text of English has a translation that is not empty", async () => {
    const english = languageOf("en");
    const { texts } = await language.load();
    const lazyTexts = await Promise.all([
      loadFileTexts(language.code),
      loadSharingTexts(language.code),
    ]);
    expect(shapeOf(texts)).toEqual(shapeOf((await english.load()).texts));
    expect(shapeOf(lazyTexts)).toEqual(
      shapeOf(await Promise.all([loadFileTexts("en"), loadSharingTexts("en")])),
    );
    expect(JSON.stringify([texts, lazyTexts])).not.toContain('""');
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
  ])("Arabic counts %d notes with its six plural forms", async (count, expected) => {
    const { texts } = await languageOf("ar").load();
    expect(texts.notes.found(count, String(count))).toBe(expected);
  });
});
