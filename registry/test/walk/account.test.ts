import { type Browser, expect, test } from "@playwright/test";
import { TOTP } from "otpauth";
import { checkPage } from "./check-page.ts";
import {
  alertOf,
  clearSession,
  expectSignedIn,
  inbox,
  open,
  password,
  signIn,
  signUp,
} from "./tools.ts";

test("an authenticator app is added on the account page and required at the gate", async ({
  page,
}) => {
  const email = await signUp(page);
  await open(page, "/account");
  const section = page.getByRole("region", { name: "Two-step sign-in" });
  const add = section.getByRole("button", { name: "Add an authenticator app" });
  await add.click();
  await expect(section.getByLabel("Name")).toBeFocused();
  await section.getByRole("button", { name: "Cancel" }).click();
  await expect(add).toBeFocused();
  await add.click();
  await section.getByLabel("Name").press("Enter");
  const secret = await section.locator("code").textContent();
  // Each code is valid only once, so the second sign-in uses the next code.
  const code = (offset = 0) =>
    new TOTP({ secret: secret ?? "" }).generate({ timestamp: Date.now() + offset * 30_000 });
  await expect(section.getByLabel("Code")).toBeFocused();
  await checkPage(page, "adding-an-app");
  await section.getByLabel("Code").fill(code());
  await section.getByRole("button", { name: "Confirm" }).click();
  await expect(section.getByRole("status")).toHaveText("Authenticator app has been added.");

  await clearSession(page);
  await signIn(page, email);
  await expectSignedIn(page, email);
  await open(page, "/");
  await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
  const field = page.getByLabel("Code");
  await expect(field).toBeFocused();
  await field.fill("000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(alertOf(page)).not.toBeEmpty();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveValue("");
  await expect(field).toBeFocused();
  await checkPage(page, "wrong-code");
  await field.fill(code(1));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Inside" })).toBeVisible();
});

test("the account page changes name, password and e-mail, and signs out", async ({ page }) => {
  const email = await signUp(page);
  await open(page, "/account");
  const profile = page.getByRole("region", { name: "Profile" });
  await profile.getByLabel("Name").fill("Ada Lovelace");
  await profile.getByRole("button", { name: "Save" }).click();
  await expect(profile.getByRole("status")).toHaveText("Your profile has been saved.");
  await profile.getByRole("button", { name: "Undo" }).click();
  await expect(profile.getByLabel("Name")).toHaveValue("");

  const passwordSection = page.getByRole("region", { name: "Password" });
  await passwordSection.getByLabel("New password", { exact: true }).fill("short");
  await passwordSection.getByRole("button", { name: "Change password" }).click();
  await expect(passwordSection.getByRole("alert")).toContainText("at least 8");
  await expect(passwordSection.getByLabel("New password", { exact: true })).toBeFocused();
  await passwordSection.getByLabel("New password", { exact: true }).fill("another horse");
  await passwordSection.getByRole("button", { name: "Change password" }).click();
  await expect(passwordSection.getByRole("status")).toHaveText("Your password has been changed.");

  const emailSection = page.getByRole("region", { name: "Email address" });
  const newEmail = `new-${email}`;
  await emailSection.getByLabel("New email address").fill(newEmail);
  await emailSection.getByRole("button", { name: "Change email address" }).click();
  await expect(emailSection).toContainText(`We sent emails to ${newEmail}`);
  await checkPage(page, "two-codes");
  for (const item of [newEmail, email]) {
    await emailSection.getByLabel(`Code for ${item}`).fill(await inbox.latestCode(item));
    await emailSection.getByRole("button", { name: "Confirm" }).first().click();
    await expect(emailSection.getByLabel(`Code for ${item}`)).toBeHidden();
  }
  await expect(emailSection.getByRole("status").first()).toHaveText(
    `Your email address is now ${newEmail}.`,
  );

  const signOutRegion = page.getByRole("region", { name: "Sign out" });
  const everywhereButton = signOutRegion.getByRole("button", { name: "Sign out everywhere" });
  await everywhereButton.click();
  await expect(signOutRegion.getByRole("button", { name: "Cancel" })).toBeFocused();
  await checkPage(page, "sign-out-confirmation");
  await page.keyboard.press("Escape");
  await expect(everywhereButton).toBeFocused();
  await signOutRegion.getByRole("button", { name: "Sign out", exact: true }).click();
  await expectSignedIn(page);
});

test("a session that ends keeps typed values under a dialog that asks to sign in again", async ({
  browser,
  page,
}) => {
  await page.clock.install();
  const email = await signUp(page);
  await open(page, "/");
  await page.getByLabel("Note").fill("half a thought");
  await endOtherSessions(browser, email);

  // After an hour the session has expired, and it cannot be refreshed.
  await page.clock.fastForward("01:00:00");
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel("Email address")).toHaveValue(email);
  await expect(dialog.getByLabel("Your password", { exact: true })).toBeFocused();
  await checkPage(page, "session-ended");
  await dialog.getByLabel("Your password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel("Note")).toHaveValue("half a thought");
});

/** Ends a user's other sessions, from another browser. */
async function endOtherSessions(browser: Browser, email: string): Promise<void> {
  const { baseURL } = test.info().project.use;
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const page = await context.newPage();
  await signIn(page, email);
  await expectSignedIn(page, email);
  await open(page, "/account");
  const signOutRegion = page.getByRole("region", { name: "Sign out" });
  await signOutRegion.getByRole("button", { name: "Sign out other devices" }).click();
  await expect(signOutRegion.getByRole("status")).not.toBeEmpty();
  await context.close();
}
