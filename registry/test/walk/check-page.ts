import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** A folder for screenshots. */
const screenshotFolder = process.env["PICTURES"];

/** Checks a page with axe, except for the ignored rules, in light and dark mode, on a phone and on a desktop. */
export async function checkPage(
  page: Page,
  name: string,
  ignoredRules: string[] = [],
): Promise<void> {
  for (const scheme of ["light", "dark"] as const) {
    await page.evaluate(
      (dark) => document.documentElement.classList.toggle("dark", dark),
      scheme === "dark",
    );
    for (const [device, width] of Object.entries({ phone: 320, desk: 1024 })) {
      await page.setViewportSize({ width, height: 760 });
      // Wait for the final width, because an open menu moves after the window was resized.
      const contentWidth = () => page.evaluate(() => document.documentElement.scrollWidth);
      await expect.poll(contentWidth, `${name} scrolls sideways`).toBeLessThanOrEqual(width);
      // Wait for animations, because an element that is fading in does not have its final color yet. Do not wait for
      // the caret, which blinks forever.
      await page.evaluate(() =>
        Promise.all(
          document
            .getAnimations()
            .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
            .map(({ finished }) => finished),
        ),
      );
      const { violations } = await new AxeBuilder({ page })
        .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
        .disableRules(ignoredRules)
        .analyze();
      const findings = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
      if (screenshotFolder)
        await page.screenshot({
          path: `${screenshotFolder}/${name}-${device}-${scheme}.png`,
          fullPage: true,
        });
      expect.soft(findings, `${name}, ${scheme}, ${device}`).toEqual([]);
    }
  }
}
