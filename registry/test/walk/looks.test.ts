import { expect, test } from "@playwright/test";
import { checkPage } from "./check-page.ts";
import { open, signUp } from "./tools.ts";

const pages = [
  "sign-in",
  "sign-up",
  "magic-link",
  "one-time-code",
  "forgotten-password",
  "new-password",
  "social-buttons",
  "passkey",
  "phone",
  "phone-sign-up",
  "second-factor",
  "account",
  "",
];

for (const language of ["", "/de"])
  for (const name of pages)
    test(`${language}/${name} has no axe violation in light and dark mode, and fits a phone`, async ({
      page,
    }) => {
      if (name === "account") await signUp(page);
      await open(page, `${language}/${name}`);
      if (language) await page.evaluate(() => document.documentElement.setAttribute("lang", "de"));
      await expect(page.getByRole("button").first()).toBeVisible();
      await checkPage(page, `${language.slice(1)}${name || "gate"}`);
    });

test("axe finds no violation in an error message and in a menu", async ({ page }) => {
  await open(page, "/sign-in");
  await page.getByLabel("Email address").fill("nobody@example.com");
  await page.getByLabel("Your password", { exact: true }).fill("wrong");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toBeVisible();
  await checkPage(page, "wrong-password");
  const email = await signUp(page);
  await open(page, "/");
  await page.setViewportSize({ width: 320, height: 760 });
  await page.getByRole("button", { name: email }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  // Ignore this rule: Radix UI hides the page behind an open menu, but keeps the focus in the menu with a script.
  await checkPage(page, "menu", ["aria-hidden-focus"]);
});
