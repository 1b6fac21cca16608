import type { Page } from "@playwright/test";
import { button, danger, expectInside, expectTaken, view } from "../door.ts";
import { expect, test } from "../test.ts";

/** Delays the application's script until it is released. */
async function hold(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** The elements of the page and their positions, to compare them later. */
const layout = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("main *")]
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [element.localName, x, y, width, height].join(" ");
      }),
  );

test("is there before its script, which keeps what was typed, and the focus", async ({
  page,
  account,
}) => {
  const go = await hold(page);
  await page.goto("/", { waitUntil: "commit" });
  await expect(view(page, "Sign in")).toBeVisible();
  await page.getByLabel("Email address").fill(account.email);
  await page.getByLabel("Your password").click();
  await page.keyboard.type(account.password.slice(0, 4));
  const before = await layout(page);
  const form = await page.locator("form").elementHandle();

  go();
  await expectTaken(page);
  await expect(page.getByLabel("Email address")).toHaveValue(account.email);
  await expect(page.getByLabel("Your password")).toHaveValue(account.password.slice(0, 4));
  await expect(page.getByLabel("Your password")).toBeFocused();
  expect(await layout(page)).toEqual(before);
  expect(await form?.evaluate((element) => element.isConnected)).toBe(true);

  await page.keyboard.type(account.password.slice(4));
  await page.keyboard.press("Enter");
  await expectInside(page);
});

test("moves nothing on a telephone, where the footer is below the form", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const go = await hold(page);
  await page.goto("/", { waitUntil: "commit" });
  await expect(view(page, "Sign in")).toBeVisible();
  const before = await layout(page);
  go();
  await expectTaken(page);
  expect(await layout(page)).toEqual(before);
});

test("does what was pressed before its script was there", async ({ page, complaints }) => {
  complaints.expectStatus(400);
  const go = await hold(page);
  await page.goto("/", { waitUntil: "commit" });
  await page.getByLabel("Email address").fill("nobody@example.com");
  await page.getByLabel("Your password").fill("not the password");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Your password")).toHaveValue("not the password");
  go();
  await expect(danger(page)).toBeVisible();
  await expect(page).toHaveURL("/");
});

test("says that an address looks mistyped which was left before its script was there", async ({
  page,
}) => {
  const go = await hold(page);
  await page.goto("/", { waitUntil: "commit" });
  await page.getByLabel("Email address").fill("ada@gmial.com");
  await page.getByLabel("Your password").focus();
  go();
  await expect(button(page, "Did you mean ada@gmail.com?")).toBeVisible();
});

test("goes where a link led before its script was there", async ({ page }) => {
  const go = await hold(page);
  await page.goto("/", { waitUntil: "commit" });
  await page.getByLabel("Email address").fill("ada@example.com");
  await page.getByRole("link", { name: "Don't have an account? Sign up" }).click();
  go();
  await expect(view(page, "Create an account")).toBeVisible();
  await expect(page.getByLabel("Email address")).toHaveValue("ada@example.com");
  await expect(page).toHaveTitle("Create an account · Portico");
  // The link is gone: a keyboard goes on in the form that took its place.
  await expect(page.getByLabel("Email address")).toBeFocused();
});

test("language and color scheme cannot be chosen before hydration would reset them", async ({
  page,
}) => {
  const go = await hold(page);
  await page.goto("/", { waitUntil: "commit" });
  await expect(view(page, "Sign in")).toBeVisible();
  await expect(page.locator("footer")).toHaveJSProperty("inert", true);
  go();
  await expectTaken(page);
  await page.getByRole("combobox", { name: "Language" }).selectOption("de");
  await expect(view(page, "Anmelden")).toBeVisible();
});

test("is dark from the first picture on, and has what was used last first", async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem("portico.scheme", "dark");
    localStorage.setItem("portico.last-used", "social:azure");
  });
  const go = await hold(page);
  await page.goto("/", { waitUntil: "commit" });
  await expect(view(page, "Sign in")).toBeVisible();
  await expect(page.locator(".portico")).toHaveCSS("color-scheme", "dark");
  const lefts = () =>
    page
      .locator("[data-portico-provider]")
      .evaluateAll((all) =>
        Object.fromEntries(
          all.map((one) => [
            one.getAttribute("data-portico-provider"),
            one.getBoundingClientRect().left,
          ]),
        ),
      );
  const before = await lefts();
  expect(before["azure"]).toBeLessThan(before["github"] ?? 0);
  go();
  await expect(button(page, "Sign in with Azure Last used")).toBeVisible();
  expect(await lefts()).toEqual(before);
});

test("has the disclosure open in which the way that was used last stands", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("portico.last-used", "anonymous"));
  const go = await hold(page);
  await page.goto("/", { waitUntil: "commit" });
  await expect(button(page, "Continue as guest")).toBeVisible();
  go();
  await expect(button(page, "Continue as guest Last used")).toBeVisible();
});

test("is in the language that the browser asks for, before its script", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ locale: "de-AT", ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await hold(page);
  await page.goto("/", { waitUntil: "commit" });
  await expect(view(page, "Anmelden")).toBeVisible();
  await context.close();
});

test("shows nothing of it to somebody who is signed in", async ({ page, account }) => {
  await page.goto("/");
  await page.getByLabel("Email address").fill(account.email);
  await page.getByLabel("Your password").fill(account.password);
  await page.keyboard.press("Enter");
  await expectInside(page);

  const go = await hold(page);
  await page.goto("/", { waitUntil: "commit" });
  await page.waitForFunction(() => document.querySelector("#root"));
  await expect(page.locator("form")).toBeHidden();
  go();
  await expectInside(page);
});

test("the sign-in page transfers at most 130 KiB", async ({ page }) => {
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) =>
    sizes.push(
      request
        .sizes()
        .then(
          ({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize,
        ),
    ),
  );
  await page.goto("/", { waitUntil: "networkidle" });
  await expectTaken(page);
  const sent = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(sent / 1024).toBeLessThanOrEqual(130);
});
