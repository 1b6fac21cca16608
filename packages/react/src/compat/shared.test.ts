import { describe, expect, test } from "vitest";
import { CLASS_NAMES, en, generateClassNames, merge, ThemeSupa, template } from "../index.ts";

describe("merge", () => {
  test("merge combines objects deeply and does not modify its arguments", () => {
    const originalEnglish = structuredClone(en);
    const french = merge(en, { sign_in: { button_label: "Se connecter" } });
    expect(french.sign_in.button_label).toBe("Se connecter");
    expect(french.sign_in.email_label).toBe(en.sign_in.email_label);
    expect(french.sign_up).toEqual(en.sign_up);
    expect(en).toEqual(originalEnglish);
  });

  test("merge accepts several layers, and the last one wins", () => {
    const theme = merge(
      ThemeSupa.default,
      { colors: { brand: "navy", inputText: "black" } },
      { colors: { brand: "teal" } },
    );
    expect(theme.colors).toMatchObject({ brand: "teal", inputText: "black" });
    expect(ThemeSupa.default.colors?.brand).toBe("#18794e");
  });

  test("merge replaces arrays and plain values", () => {
    expect(merge({ list: [1, 2, 3], value: { a: 1 } }, { list: [4], value: null })).toEqual({
      list: [4],
      value: null,
    });
  });
});

describe("template", () => {
  test("template replaces placeholders and keeps those without a value", () => {
    expect(template("{{a}} and {{b}}", { a: "one" })).toBe("one and {{b}}");
    expect(template("{{constructor}}", {})).toBe("{{constructor}}");
  });
});

describe("generateClassNames", () => {
  test("generateClassNames returns the class names of the archived kit", () => {
    expect(CLASS_NAMES.button).toBe("ui-button");
    expect(generateClassNames("button", "theirs")).toEqual([
      "supabase-auth-ui_ui-button",
      "theirs",
    ]);
    expect(
      generateClassNames("button", "theirs", {
        prependedClassName: "acme",
        className: { button: "own" },
        extend: false,
      }),
    ).toEqual(["acme_ui-button", "own"]);
  });
});
