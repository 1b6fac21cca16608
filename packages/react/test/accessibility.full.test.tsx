import { afterEach, describe, expect, test } from "vitest";
import { VIEWS } from "../src/index.ts";
import { findAxeViolations, showOn, themes } from "./axe-violations.tsx";

/*
 * Runs every axe rule on every view in every appearance. accessibility.test.tsx covers each view and each appearance
 * once.
 */

const views = Object.values(VIEWS);

afterEach(() => {
  document.body.style.background = "";
});

describe.each(["default", "dark"])("the forms in the theme %s", (theme) => {
  describe.each(themes)("the palette %s", (_, colors) => {
    test.each(views)("axe finds no violation in the view %s", async (view) => {
      await showOn(theme, { view, appearance: { theme: colors } });
      expect(await findAxeViolations()).toEqual([]);
    });
  });

  test.each(views)("the view %s is accessible from right to left", async (view) => {
    await showOn(theme, { view, localization: { lang: "ar" } });
    expect(await findAxeViolations()).toEqual([]);
  });
});
