/**
 * Compares the forms with those of the archived kit, and with a bare React form: their size, the time until they are
 * shown, and the time of a keystroke. All use the same page, React and Chromium and are measured in turn, so that other
 * load on the machine affects each of them.
 *
 *     npm run bench -- kit
 */
import { join } from "node:path";
import { type Page, chromium as playwright } from "playwright-core";
import { chromium } from "../../scripts/tools/chromium.mjs";
import { buildPage, type Kit, kits, weighKit } from "./build.ts";
import type { KitPage } from "./kit-page.ts";

declare global {
  var kitPage: KitPage;
}

const rounds = 30;

const portico = await weighKit(
  `export { Auth } from "@portico/react"; import "@portico/react/styles.css";`,
);
const porticoWithTheme = await weighKit(`export { Auth, ThemeSupa } from "@portico/react";`);
const archivedKit = await weighKit(
  `export { Auth } from "@supabase/auth-ui-react"; export { ThemeSupa } from "@supabase/auth-ui-shared";`,
);
printLine(
  "JavaScript",
  portico.script / 1000,
  archivedKit.script / 1000,
  "kB, minified and gzipped",
);
printLine(
  "  with the theme's values",
  porticoWithTheme.script / 1000,
  archivedKit.script / 1000,
  "kB",
);
printLine("  and the bundler's loader for icons", portico.loader / 1000, undefined, "kB");
printLine("stylesheet", portico.style / 1000, undefined, "kB, minified and gzipped");

const { executable, args } = chromium();
const browser = await playwright.launch({
  ...(executable && { executablePath: executable }),
  args,
});
try {
  const pages = new Map<Kit, Page>();
  for (const kit of kits) pages.set(kit, await openPage(kit, await buildPage(kit)));

  const mounts = await runAlternately(pages, (page) => page.evaluate(() => kitPage.mount(20)));
  compare("mount", mounts, "ms");
  const coldMounts = await runAlternately(pages, async (page) => {
    await page.reload();
    await page.waitForFunction(() => "kitPage" in globalThis);
    return page.evaluate(() => kitPage.mount(1));
  });
  compare("first mount in a fresh page", coldMounts, "ms");
  const keys = await runAlternately(pages, (page) => page.evaluate(() => kitPage.type(5)));
  compare("key", keys, "ms");
  const viewChanges = await runAlternately(
    pages,
    (page) => page.evaluate(async () => (await kitPage.changeView(3)).script),
    5,
  );
  printLine(
    "change of view",
    viewChanges.ours,
    viewChanges.theirs,
    "ms in the script and the layout",
  );
  const frames = await runAlternately(
    pages,
    (page) => page.evaluate(async () => (await kitPage.changeView(3)).frame),
    5,
  );
  printLine("  until it is painted", frames.ours, frames.theirs, "ms; a frame is 16.7");
  const replacedNodes = await runAlternately(
    pages,
    (page) => page.evaluate(() => kitPage.countReplaced()),
    1,
  );
  printLine("nodes replaced while typing", replacedNodes.ours, replacedNodes.theirs, "");
  const shifts = await runAlternately(pages, (page) => page.evaluate(() => kitPage.maxShift()), 1);
  printLine("shift outside the form", shifts.ours, shifts.theirs, "px");
} finally {
  await browser.close();
}

/** Opens a built page, served from its folder on its own origin. */
async function openPage(kit: Kit, folder: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1000, height: 800 } });
  page.on("pageerror", (error) => process.stderr.write(`${kit}: ${error.message}\n`));
  await page.route(`https://${kit}.test/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    return route.fulfill({
      path: join(folder, pathname === "/" ? "index.html" : pathname),
      // These headers give the page its own agent cluster, whose clock has a resolution of 5 µs instead of 100 µs.
      headers: {
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-embedder-policy": "require-corp",
      },
    });
  });
  await page.goto(`https://${kit}.test/`);
  await page.waitForFunction(() => "kitPage" in globalThis);
  return page;
}

/** Measures every page in turn, and returns the median of each. The first turn warms up. */
async function runAlternately(
  pages: ReadonlyMap<Kit, Page>,
  measure: (page: Page) => Promise<number | number[]>,
  times = rounds,
): Promise<Record<Kit, number>> {
  const samples: Record<Kit, number[]> = { bare: [], ours: [], theirs: [] };
  for (let turn = 0; turn <= times; turn++) {
    for (const [kit, page] of pages) {
      await page.bringToFront();
      const values = [await measure(page)].flat();
      if (turn > 0) samples[kit].push(...values);
    }
  }
  return {
    bare: median(samples.bare),
    ours: median(samples.ours),
    theirs: median(samples.theirs),
  };
}

function compare(name: string, { bare, ours, theirs }: Record<Kit, number>, unit: string): void {
  printLine(name, ours, theirs, `${unit}; a bare form ${(bare / theirs).toFixed(2)}`);
}

function printLine(name: string, ours: number, theirs: number | undefined, unit: string): void {
  const ratio = theirs
    ? ` (theirs ${formatShort(theirs)}; ratio ${(ours / theirs).toFixed(2)})`
    : "";
  process.stdout.write(`${name}: ${formatShort(ours)} ${unit}${ratio}\n`);
}

function formatShort(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
