import { expect, expectSound, pages, test } from "./site.ts";

for (const path of pages)
  test(`${path} is sound in light on a phone, in dark on a desktop`, async ({ page }) => {
    await page.goto(path);
    await expect(page.locator("h1")).toHaveCount(1);
    if (path === "/playground/") await page.getByRole("heading", { name: "The code" }).waitFor();
    await expectSound(page);
  });

test("the policy is strict, in the page and in its header", async ({ page }) => {
  const answer = await page.goto("/kit/props/");
  const header = answer?.headers()["content-security-policy"] ?? "";
  const meta = await page
    .locator("meta[http-equiv=content-security-policy]")
    .getAttribute("content");
  expect(header).toBe(`${meta}; frame-ancestors 'none'`);
  expect(header).toContain("default-src 'none'");
  expect(header).not.toMatch(/unsafe-inline|unsafe-hashes|'unsafe-eval'|https?:|\*/);
});

test("search finds a heading, with no other host asked", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("searchbox").or(page.getByPlaceholder("Search")).first().fill("captcha");
  const found = page
    .locator("dialog")
    .getByRole("link", { name: /captcha/i })
    .first();
  await expect(found).toBeVisible();
  await found.click();
  await expect(page).toHaveURL(/captcha/);
});

test("a page that is not there says so", async ({ page, complaints }) => {
  const answer = await page.goto("/kit/nothing/");
  expect(answer?.status()).toBe(404);
  await expect(page.locator("h1")).toContainText("404");
  expect(complaints.splice(0)).toEqual([expect.stringContaining("404")]);
});
