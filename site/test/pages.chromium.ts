import { AxeBuilder } from "@axe-core/playwright";
import { expect, expectNoFaults, pages, test } from "./site.ts";

for (const path of pages)
  test(`${path} has no layout or accessibility faults in light on a phone and in dark on a desktop`, async ({
    page,
  }) => {
    await page.goto(path);
    await expect(page.locator("h1")).toHaveCount(1);
    if (path === "/playground/") await page.getByRole("heading", { name: "The code" }).waitFor();
    await expectNoFaults(page);
  });

test("the policy is strict, in the page and in its header", async ({ page }) => {
  const response = await page.goto("/kit/props/");
  const header = response?.headers()["content-security-policy"] ?? "";
  const meta = await page
    .locator("meta[http-equiv=content-security-policy]")
    .getAttribute("content");
  expect(header).toBe(`${meta}; frame-ancestors 'self'`);
  expect(header).toContain("default-src 'none'");
  expect(header).not.toMatch(/unsafe-inline|unsafe-hashes|'unsafe-eval'|https?:|\*/);
});

test("search finds a heading without a request to another host", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("searchbox").or(page.getByPlaceholder("Search")).first().fill("captcha");
  const results = page
    .locator("dialog")
    .getByRole("link", { name: /captcha/i })
    .first();
  await expect(results).toBeVisible();
  await results.click();
  await expect(page).toHaveURL(/captcha/);
});

for (const [query, path] of [
  ["dark mode", "/kit/theming/"],
  ["forgot password", "/kit/"],
] as const)
  test(`search leads to a guide for "${query}"`, async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByPlaceholder("Search").fill(query);
    const firstResult = page.locator("dialog .pagefind-ui__result-link").first();
    await expect(firstResult).toHaveAttribute("href", new RegExp(`^${path}`));
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
  });

for (const path of ["/", "/playground/"])
  test(`${path} has the menu of the other pages on a phone, which also works by keyboard`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(path);
    const menu = page.getByRole("navigation", { name: "Main" });
    await menu.getByRole("button", { name: "Menu" }).focus();
    await page.keyboard.press("Enter");
    const link = menu.getByRole("link", { name: "Quick start" });
    await expect(link).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(link).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(menu).toBeHidden();
  });

test("a table of props shows what each prop does on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto("/kit/props/");
  const row = page.getByRole("row").filter({ hasText: "onlyThirdPartyProviders" }).first();
  await row.scrollIntoViewIfNeeded();
  await expect(row.getByRole("cell")).toHaveCount(3);
  for (const cell of await row.getByRole("cell").all())
    await expect(cell).toBeInViewport({ ratio: 1 });
});

test("an unknown path shows the 404 page", async ({ page, pageErrors }) => {
  const response = await page.goto("/kit/nothing/");
  expect(response?.status()).toBe(404);
  await expect(page.locator("h1")).toContainText("404");
  expect(pageErrors.splice(0)).toEqual([expect.stringContaining("404")]);
});
