import type { Page } from "@playwright/test";
import { openSignedIn } from "../accounts.ts";
import { emailFrame, inNewTab, openMessage } from "../inbox-page.ts";
import {
  button,
  confirmLink,
  danger,
  expectInside,
  expectOutside,
  expectSent,
  followLink,
  signIn,
  view,
} from "../sign-in-form.ts";
import { expect, test } from "../test.ts";

/** Returns the heading that is shown after the new password is set. */
const updated = (page: Page) =>
  page.getByRole("main").getByText("Your password has been updated", { exact: true }).last();

async function askForReset(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await button(page, "Send reset link").click();
  await expectSent(page, email, "forgotten_password");
}

test("a recovery link leads to a new password @main", async ({ page, account, complaints }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await askForReset(page, account.email);

  const message = await openMessage(page, account.email);
  const tab = await inNewTab(emailFrame(message).getByRole("link", { name: "Set a new password" }));
  await confirmLink(tab);
  await expect(view(tab, "Set a new password")).toBeVisible();
  await expect(tab.getByLabel("New password", { exact: true })).toBeFocused();
  // The link has signed the user in, but a reload must still ask for the new password.
  await tab.reload();
  await expect(view(tab, "Set a new password")).toBeVisible();

  complaints.expectStatus(422);
  await tab.getByLabel("New password", { exact: true }).fill(account.password);
  await button(tab, "Update password").click();
  await expect(danger(tab)).toHaveText("New password should be different from the old password.");
  await tab.getByLabel("New password", { exact: true }).fill("an entirely new one");
  await button(tab, "Update password").click();
  await expect(updated(tab)).toBeVisible();
  await expectInside(tab);

  await tab.getByRole("button", { name: "Sign out" }).click();
  await expectOutside(tab);
  complaints.expectStatus(400);
  await signIn(tab, account.email, account.password);
  await expect(danger(tab)).toHaveText("Invalid login credentials");
  await signIn(tab, account.email, "an entirely new one");
  await expectInside(tab);
});

test("a recovery link asks a signed-in user for a new password, too", async ({
  page,
  account,
  inbox,
  openDevice,
}) => {
  const phone = await openDevice();
  await phone.goto("/#auth-forgot-password");
  await askForReset(phone, account.email);

  await openSignedIn(page, account);
  await followLink(page, (await inbox.next(account.email)).link);
  await expect(view(page, "Set a new password")).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill("an entirely new one");
  await button(page, "Update password").click();
  await expect(updated(page)).toBeVisible();
  await expectInside(page);
});

test("a user with a recovery link may keep their password", async ({
  page,
  account,
  inbox,
  openDevice,
}) => {
  await page.goto("/#auth-forgot-password");
  await askForReset(page, account.email);
  await followLink(page, (await inbox.next(account.email)).link);
  await page.getByRole("button", { name: "Keep my password" }).click();
  await expectInside(page);
  await page.reload();
  await expectInside(page);

  const phone = await openDevice();
  await phone.goto("/");
  await signIn(phone, account.email, account.password);
  await expectInside(phone);
});

test("changing the password on the account page ends other sessions", async ({
  page,
  account,
  openDevice,
  complaints,
}) => {
  const phone = await openDevice();
  await phone.goto("/");
  await signIn(phone, account.email, account.password);
  await expectInside(phone);

  await openSignedIn(page, account, "/account");
  complaints.expectStatus(422);
  await page.getByLabel("New password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password should be at least 8 characters.")).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill("an entirely new one");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password has been changed.")).toBeVisible();
  await page.reload();
  await expect(page.getByText(account.email, { exact: true })).toBeVisible();

  complaints.expectStatus(403);
  await phone.getByRole("link", { name: "Account" }).click();
  await expectOutside(phone);
});
