import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** Dark mode only changes colors, which do not depend on the width, so these two are enough. */
const appearances = [
  { width: 320, colorScheme: "light", rules: undefined },
  { width: 320, colorScheme: "dark", rules: ["color-contrast", "link-in-text-block"] },
  { width: 1280, colorScheme: "light", rules: undefined },
] as const;

/**
 * Checks the page, narrow and wide, light and dark: axe finds no violation of WCAG 2.2 AA, and nothing scrolls sideways
 * (WCAG 1.4.10, at 320 CSS pixels).
 *
 * @param name the state of the page, for the report
 */
export async function checkAccessibility(page: Page, name: string): Promise<void> {
  await test.step(name, async () => {
    for (const { width, colorScheme, rules } of appearances) {
      const appearance = `${name}, ${width} px, ${colorScheme}`;
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await expectNoHorizontalScroll(page, appearance);
      await settle(page);
      // The sandboxed frame of an e-mail cannot run axe, so e-mails are checked separately.
      const axe = new AxeBuilder({ page })
        .exclude("iframe")
        .setLegacyMode(page.frames().length === 1);
      const { violations } = await (rules
        ? axe.withRules([...rules])
        : axe.withTags(tags)
      ).analyze();
      const findings = violations.map(({ id, help, nodes }) => ({
        rule: `${id}: ${help}`,
        elements: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
      }));
      expect(findings, appearance).toEqual([]);
    }
  });
}

/** Expects that nothing is wider than the window. */
export async function expectNoHorizontalScroll(page: Page, name: string): Promise<void> {
  const widths = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    return { clientWidth, scrollWidth };
  });
  expect(widths.scrollWidth, `${name} scrolls sideways`).toBeLessThanOrEqual(widths.clientWidth);
}

/** Waits for all transitions to end, because colors in between have a different contrast. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // After two frames, a change of the color scheme has started its transitions.
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    // Animations in a closed disclosure are paused and never finish.
    const isVisible = (effect: AnimationEffect | null) =>
      !(effect instanceof KeyframeEffect) || effect.target?.checkVisibility() !== false;
    const transitions = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      .filter(({ effect }) => isVisible(effect));
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
}
