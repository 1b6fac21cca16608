import { lookup } from "node:dns/promises";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Browser, type Page, chromium as playwright } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { chromium } from "../../../../scripts/tools/chromium.mjs";
import { runNpm } from "../npm.ts";
import { computedStylesOf } from "../templates/computed.ts";
import { applications } from "./stock/applications.ts";
import type { Application } from "./stock/new-application.ts";
import { run, serve } from "./stock/serve.ts";

/*
 * Creates applications with their usual commands, adds the form with its style sheet before and after the application's
 * own, and compares the form with one on a page without other styles. `npm run test:nightly` runs these tests. A
 * pattern in `PORTICO_WILD` selects applications by name, and `PORTICO_PICTURES` names a folder for screenshots.
 */

const { archive, home } = inject("packed");
const folder = join(home, "stock");
const pattern = process.env["PORTICO_WILD"];
const screenshotFolder = process.env["PORTICO_PICTURES"];

describe.skipIf(pattern === undefined)("a new application", () => {
  let browser: Browser;

  beforeAll(async () => {
    const { executable, args } = chromium();
    browser = await playwright.launch({ ...(executable && { executablePath: executable }), args });
    mkdirSync(folder, { recursive: true });
  });

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.skip("create-remix creates an application: it only refers to create-react-router now", () => {});

  test.each(
    applications.filter(({ name }) => pattern === "all" || new RegExp(pattern ?? "").test(name)),
  )(
    "an application created as $name shows the form like a page without other styles",
    async (application) => {
      const root = join(folder, application.name);
      await createApplication(application, root);
      application.prepare?.(root);
      const kitPackages = [`@portico/react@file:${archive}`, "@supabase/supabase-js@2"];
      runNpm(
        root,
        "install",
        "--loglevel=error",
        ...kitPackages,
        ...(application.addedPackages ?? []),
      );
      for (const order of ["before", "after"] as const) {
        write(root, application.files(order));
        run(root, application.build);
        const server = await serve(root, application.serve);
        try {
          for (const colorScheme of ["light", "dark"] as const) {
            const page = await browser.newPage({
              colorScheme,
              viewport: { width: 1280, height: 900 },
            });
            await page.goto(server.url);
            await page.locator(".portico-card").waitFor();
            if (screenshotFolder)
              await page.screenshot({
                path: join(screenshotFolder, `${application.name}-${order}-${colorScheme}.png`),
              });
            const appearanceName = `${order} the application's style sheet, ${colorScheme}`;
            if (application.hasTailwind)
              expect.soft(await ineffectiveUtilities(page), appearanceName).toEqual([]);
            expect.soft(await differences(page), appearanceName).toEqual([]);
            await page.close();
          }
        } finally {
          await server.close();
        }
      }
      rmSync(root, { recursive: true, force: true });
    },
    900_000,
  );
});

/** Creates an application with its command, or from files if the command cannot download its template. */
async function createApplication(application: Application, root: string): Promise<void> {
  const { templateFiles, templateHost } = application;
  const isReachable = !templateHost || (await lookup(templateHost).catch(() => undefined));
  if (isReachable || !templateFiles) runNpm(folder, "exec", "--yes", "--", ...application.command);
  else write(root, templateFiles);
}

function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
}

const kitStyles = () =>
  readFileSync(join(home, "node_modules/@portico/react/dist/styles.css"), "utf8");

/**
 * Returns the computed styles that differ from those on a page with only the kit's style sheet. Replaces the page's
 * content.
 */
async function differences(page: Page): Promise<string[]> {
  await page.evaluate(() => document.querySelector("#own")?.remove());
  const rem = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  const html = await page.locator(".portico-card").evaluate((card) => card.outerHTML);
  const actualLooks = new Map(await page.evaluate<[string, string][]>(looksOfPage));
  await page.goto("about:blank");
  await page.setContent(
    `<!doctype html><style>html { font-size: ${rem} }</style><style>${kitStyles()}</style><main>${html}</main>`,
  );
  const plainLooks = await page.evaluate<[string, string][]>(looksOfPage);
  expect(plainLooks.length).toBeGreaterThan(1_000);
  return (
    plainLooks
      .filter(([name, value]) => unminified(actualLooks.get(name)) !== unminified(value))
      // The margins that center the card depend on the width of the container.
      .filter(([name]) => !/portico-card.* margin-/.test(name))
      .map(([name, value]) => `${name}: ${value} -> ${actualLooks.get(name)}`)
  );
}

/** Returns the long form of a value, because builds shorten some values, which changes their computed text. */
const unminified = (value = "") =>
  value.replace(/^(.+?)(, \1)+$/, "$1").replace(/(?<![\d.])0(px|%)/g, "0");

const looksOfPage = `(${computedStylesOf})(document)`;

/** Returns the properties that Tailwind CSS utilities should set on the form but do not. */
function ineffectiveUtilities(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const styleOfElement = (selector: string) => {
      const element = document.querySelector(selector);
      if (!element) throw new Error(`There is no ${selector}.`);
      return getComputedStyle(element);
    };
    const expectedStyle = styleOfElement("#utilities");
    const wrongProperties = [];
    if (styleOfElement("#own [type=submit]").backgroundColor !== expectedStyle.backgroundColor)
      wrongProperties.push(`bg-red-500: ${styleOfElement("#own [type=submit]").backgroundColor}`);
    if (styleOfElement("#own [type=email]").paddingTop !== expectedStyle.paddingTop)
      wrongProperties.push(`p-9: ${styleOfElement("#own [type=email]").paddingTop}`);
    if (expectedStyle.paddingTop !== "36px")
      wrongProperties.push(`There is no Tailwind CSS: ${expectedStyle.paddingTop}`);
    return wrongProperties;
  });
}
