import { readdirSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";
import { serve } from "../build/serve.ts";

/** The folder of the built site. */
export const builtFolder = new URL("../dist/", import.meta.url).pathname;

/** The paths of the site's pages. */
export const pages: readonly string[] = readdirSync(builtFolder, { recursive: true })
  .map((name) => `/${String(name).replaceAll("\\", "/")}`)
  .filter((name) => /\.html$/.test(name))
  .map((name) => name.replace(/index\.html$/, ""))
  .sort();

/** Colors depend only on the scheme, and scrolling only on the width, so these two are enough. */
const appearances = [
  ["light", 320],
  ["dark", 1280],
] as const;

interface Site {
  /** The errors and warnings in the browser: exceptions, policy violations, requests to other hosts. */
  readonly pageErrors: string[];
}

/**
 * A test of the built site. It fails if there are errors in the browser, unless the test removes them from the list.
 */
export const test = base.extend<Site, { origin: string }>({
  origin: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern as the first parameter
    async ({}, use) => {
      const server = await serve(builtFolder, 0);
      await use(server.origin);
      server.close();
    },
    { scope: "worker" },
  ],
  baseURL: ({ origin }, use) => use(origin),
  pageErrors: [
    async ({ page, origin }, use) => {
      const pageErrors: string[] = [];
      page.on("console", (message) => {
        // Skip failed responses: the response handler below reports them with their URL.
        const isFailedResponse = /^Failed to load resource/.test(message.text());
        if (["error", "warning"].includes(message.type()) && !isFailedResponse)
          pageErrors.push(message.text());
      });
      page.on("pageerror", (error) => pageErrors.push(String(error)));
      page.on("response", (response) => {
        if (response.status() >= 400) pageErrors.push(`${response.status()} for ${response.url()}`);
      });
      page.on("request", (request) => {
        const { protocol, host } = new URL(request.url());
        if (/^https?:$/.test(protocol) && host !== new URL(origin).host)
          pageErrors.push(`A request to ${host}`);
      });
      await page.addInitScript(() => {
        addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
          console.error(`The policy refused ${blockedURI} by ${violatedDirective}.`),
        );
      });
      await use(pageErrors);
      expect(pageErrors).toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Checks that nothing overflows the page and that axe finds nothing, in the light theme on a phone and in the dark
 * theme on a desktop.
 */
export async function expectNoFaults(page: Page) {
  for (const [colorScheme, width] of appearances) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 800 });
    // Reload, because the theme is chosen when a page loads.
    await page.evaluate((theme) => {
      document.documentElement.dataset["theme"] = theme;
    }, colorScheme);
    const contentWidth = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(contentWidth, `the width of ${page.url()} at ${width}`).toBeLessThanOrEqual(width);
    // The script makes wide code and tables focusable shortly after a change of width.
    await page.waitForFunction(() =>
      [
        ...document.querySelectorAll<HTMLElement>(
          ".expressive-code pre, .sl-markdown-content table",
        ),
      ].every((item) => item.scrollWidth <= item.clientWidth || item.tabIndex === 0),
    );
    const { violations } = await new AxeBuilder({ page }).analyze();
    const faults = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    expect(faults, `${page.url()}, ${colorScheme}, ${width} px`).toEqual([]);
  }
}

export { expect };
