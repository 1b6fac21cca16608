import type { Locator, Page } from "@playwright/test";
import {
  button,
  expectSignedIn,
  expectSignedOut,
  openMoreMethods,
  signIn,
  signOut,
  view,
} from "../sign-in-form.ts";
import { expect, test } from "../test.ts";

const providers = (page: Page) => page.getByRole("button", { name: /^Sign in with (?!a passkey)/ });

/** Expects that the elements are completely visible without scrolling. */
async function expectInWindow(page: Page, ...elements: Locator[]): Promise<void> {
  const height = page.viewportSize()?.height ?? 0;
  expect(await page.evaluate(() => scrollY)).toBe(0);
  for (const element of elements) {
    await expect(element).toBeVisible();
    const box = await element.boundingBox();
    expect(box?.y ?? -1, `${element}`).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 0), `${element}`).toBeLessThanOrEqual(height);
  }
}

test("the sign-in card fits on a laptop screen", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  for (const fragment of ["#auth-sign-in", "#auth-sign-up", "#auth-magic-link"]) {
    await page.goto(`/${fragment}`);
    await expectInWindow(page, page.locator(".portico-card"));
  }
});

test("heading, e-mail, password and button fit on a phone screen", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/");
  await expectInWindow(
    page,
    view(page, "Sign in"),
    page.getByLabel("Email address"),
    page.getByLabel("Your password"),
    button(page, "Sign in"),
    page.getByRole("link", { name: "Don't have an account? Sign up" }),
  );
});

test("the provider buttons have a fixed order, and labels if there is room", async ({ page }) => {
  const names = ["Sign in with GitHub", "Sign in with Google", "Sign in with Azure"];
  for (const [height, rows] of [
    [900, 3],
    [720, 1],
  ] as const) {
    await page.setViewportSize({ width: 1280, height });
    await page.goto("/");
    await expect(providers(page)).toHaveCount(3);
    for (const [index, name] of names.entries())
      await expect(providers(page).nth(index)).toHaveAccessibleName(name);
    const topPositions = await providers(page).evaluateAll((buttons) =>
      buttons.map((item) => item.getBoundingClientRect().top),
    );
    expect(new Set(topPositions).size).toBe(rows);
  }
});

test("the link for a forgotten password follows the password field", async ({ page }) => {
  await page.goto("/");
  await page.getByLabel("Your password").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Forgot your password?" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(button(page, "Sign in")).toBeFocused();
});

test("less common sign-in methods are in a disclosure, which is open if one of them was used last", async ({
  page,
}) => {
  await page.goto("/");
  const guest = page.getByText("Continue as guest");
  await expect(guest).toBeHidden();
  await page.getByText("More ways to sign in").focus();
  await page.keyboard.press("Enter");
  await expect(button(page, "Use a phone number")).toBeVisible();
  // The backend has not enabled single sign-on.
  await expect(button(page, "Use single sign-on")).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(guest).toBeHidden();
  await openMoreMethods(page);
  await guest.click();
  await expectSignedIn(page);
  await signOut(page);
  await expectSignedOut(page);
  await page.reload();
  await expect(button(page, "Continue as guest Last used")).toBeVisible();
  const methodButtons = page.locator("details button");
  await expect(methodButtons.first()).toHaveText("Continue as guest");
});

test("the last used provider comes first", async ({ page }) => {
  await page.goto("/");
  await expect(providers(page).first()).toHaveAccessibleName("Sign in with GitHub");
  await providers(page).nth(2).click();
  await expect(page).not.toHaveURL("/");
  await page.goto("/");
  await expect(providers(page).first()).toHaveAccessibleName("Sign in with Azure Last used");
  await expect(providers(page).nth(1)).toHaveAccessibleName("Sign in with GitHub");
});

test("the last used password is marked next to the link for a forgotten one", async ({
  page,
  account,
}) => {
  await page.goto("/");
  await signIn(page, account.email, account.password);
  await expectSignedIn(page);
  await signOut(page);
  await expect(button(page, "Sign in Last used")).toBeVisible();
  const isUncovered = await page
    .getByRole("link", { name: "Forgot your password?" })
    .evaluate((link) => {
      const { left, right, bottom } = link.getBoundingClientRect();
      return [left + 8, right - 8].every((x) => document.elementFromPoint(x, bottom - 2) === link);
    });
  expect(isUncovered).toBe(true);
});
