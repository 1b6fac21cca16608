import type { Page } from "@playwright/test";
import { button, errorMessage, expectHydrated, expectSignedIn, view } from "../sign-in-form.ts";
import { expect, test } from "../test.ts";

/** Delays the application's script, and returns a function that releases it. */
async function holdScript(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Returns the visible elements and their positions. */
const layout = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("main *")]
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [element.localName, x, y, width, height].join(" ");
      }),
  );

test("the prerendered form keeps typed text and the focus through hydration", async ({
  page,
  account,
}) => {
  const release = await holdScript(page);
  await page.goto("/", { waitUntil: "commit" });
  await expect(view(page, "Sign in")).toBeVisible();
  await page.getByLabel("Email address").fill(account.email);
  await page.getByLabel("Your password").click();
  await page.keyboard.type(account.password.slice(0, 4));
  const layoutBefore = await layout(page);
  const form = await page.locator("form").elementHandle();

  release();
  await expectHydrated(page);
  await expect(page.getByLabel("Email address")).toHaveValue(account.email);
  await expect(page.getByLabel("Your password")).toHaveValue(account.password.slice(0, 4));
  await expect(page.getByLabel("Your password")).toBeFocused();
  expect(await layout(page)).toEqual(layoutBefore);
  expect(await form?.evaluate((element) => element.isConnected)).toBe(true);

  await page.keyboard.type(account.password.slice(4));
  await page.keyboard.press("Enter");
  await expectSignedIn(page);
});

test("hydration moves nothing on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const release = await holdScript(page);
  await page.goto("/", { waitUntil: "commit" });
  await expect(view(page, "Sign in")).toBeVisible();
  const layoutBefore = await layout(page);
  release();
  await expectHydrated(page);
  expect(await layout(page)).toEqual(layoutBefore);
});

test("a click on the button before hydration submits the form", async ({ page, pageErrors }) => {
  pageErrors.expectStatus(400);
  const release = await holdScript(page);
  await page.goto("/", { waitUntil: "commit" });
  await page.getByLabel("Email address").fill("nobody@example.com");
  await page.getByLabel("Your password").fill("not the password");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Your password")).toHaveValue("not the password");
  release();
  await expect(errorMessage(page)).toBeVisible();
  await expect(page).toHaveURL("/");
});

test("an address that was mistyped before hydration gets a suggestion", async ({ page }) => {
  const release = await holdScript(page);
  await page.goto("/", { waitUntil: "commit" });
  await page.getByLabel("Email address").fill("ada@gmial.com");
  await page.getByLabel("Your password").focus();
  release();
  await expect(button(page, "Did you mean ada@gmail.com?")).toBeVisible();
});

test("a click on a view's link before hydration opens the view", async ({ page }) => {
  const release = await holdScript(page);
  await page.goto("/", { waitUntil: "commit" });
  await page.getByLabel("Email address").fill("ada@example.com");
  await page.getByRole("link", { name: "Don't have an account? Sign up" }).click();
  release();
  await expect(view(page, "Create an account")).toBeVisible();
  await expect(page.getByLabel("Email address")).toHaveValue("ada@example.com");
  await expect(page).toHaveTitle("Create an account · Portico");
  // The link is gone, so the focus moves to the new view.
  await expect(page.getByLabel("Email address")).toBeFocused();
});

test("language and color scheme cannot be chosen before hydration would reset them", async ({
  page,
}) => {
  const release = await holdScript(page);
  await page.goto("/", { waitUntil: "commit" });
  await expect(view(page, "Sign in")).toBeVisible();
  await expect(page.locator("footer")).toHaveJSProperty("inert", true);
  release();
  await expectHydrated(page);
  await page.getByRole("combobox", { name: "Language" }).selectOption("de");
  await expect(view(page, "Anmelden")).toBeVisible();
});

test("the prerendered page has the stored color scheme and the last used provider first", async ({
  page,
}) => {
  await page.addInitScript(() => {
    localStorage.setItem("portico.scheme", "dark");
    localStorage.setItem("portico.last-used", "social:azure");
  });
  const release = await holdScript(page);
  await page.goto("/", { waitUntil: "commit" });
  await expect(view(page, "Sign in")).toBeVisible();
  await expect(page.locator(".portico")).toHaveCSS("color-scheme", "dark");
  const leftEdges = () =>
    page
      .locator("[data-portico-provider]")
      .evaluateAll((buttons) =>
        Object.fromEntries(
          buttons.map((item) => [
            item.getAttribute("data-portico-provider"),
            item.getBoundingClientRect().left,
          ]),
        ),
      );
  const edgesBefore = await leftEdges();
  expect(edgesBefore["azure"]).toBeLessThan(edgesBefore["github"] ?? 0);
  release();
  await expect(button(page, "Sign in with Azure Last used")).toBeVisible();
  expect(await leftEdges()).toEqual(edgesBefore);
});

test("the prerendered page opens the disclosure of the last used method", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("portico.last-used", "anonymous"));
  const release = await holdScript(page);
  await page.goto("/", { waitUntil: "commit" });
  await expect(button(page, "Continue as guest")).toBeVisible();
  release();
  await expect(button(page, "Continue as guest Last used")).toBeVisible();
});

test("the prerendered page is in the browser's language", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ locale: "de-AT", ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await holdScript(page);
  await page.goto("/", { waitUntil: "commit" });
  await expect(view(page, "Anmelden")).toBeVisible();
  await context.close();
});

test("the prerendered form is hidden from a signed-in user", async ({ page, account }) => {
  await page.goto("/");
  await page.getByLabel("Email address").fill(account.email);
  await page.getByLabel("Your password").fill(account.password);
  await page.keyboard.press("Enter");
  await expectSignedIn(page);

  const release = await holdScript(page);
  await page.goto("/", { waitUntil: "commit" });
  await page.waitForFunction(() => document.querySelector("#root"));
  await expect(page.locator("form")).toBeHidden();
  release();
  await expectSignedIn(page);
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
  await expectHydrated(page);
  const transferredBytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(transferredBytes / 1024).toBeLessThanOrEqual(130);
});
