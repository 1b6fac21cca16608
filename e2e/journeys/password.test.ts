import type { Page } from "@playwright/test";
import { openSignedIn } from "../accounts.ts";
import { emailFrame, openInNewTab, openMessage } from "../inbox-page.ts";
import {
  button,
  confirmLink,
  errorMessage,
  expectMessageSent,
  expectSignedIn,
  expectSignedOut,
  followLink,
  signIn,
  signOut,
  view,
} from "../sign-in-form.ts";
import { expect, test } from "../test.ts";

/** Returns the heading that is shown after the new password is set. */
const updatedHeading = (page: Page) =>
  page.getByRole("main").getByText("Your password has been updated", { exact: true }).last();

async function requestReset(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await button(page, "Send reset link").click();
  await expectMessageSent(page, email, "forgotten_password");
}

test("a recovery link leads to a new password @main", async ({ page, account, pageErrors }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await requestReset(page, account.email);

  const message = await openMessage(page, account.email);
  const tab = await openInNewTab(
    emailFrame(message).getByRole("link", { name: "Set a new password" }),
  );
  await confirmLink(tab);
  await expect(view(tab, "Set a new password")).toBeVisible();
  await expect(tab.getByLabel("New password", { exact: true })).toBeFocused();
  // The link has signed the user in, but a reload must still ask for the new password.
  await tab.reload();
  await expect(view(tab, "Set a new password")).toBeVisible();

  pageErrors.expectStatus(422);
  await tab.getByLabel("New password", { exact: true }).fill(account.password);
  await button(tab, "Update password").click();
  await expect(errorMessage(tab)).toHaveText(
    "New password should be different from the old password.",
  );
  await tab.getByLabel("New password", { exact: true }).fill("an entirely new one");
  await button(tab, "Update password").click();
  await expect(updatedHeading(tab)).toBeVisible();
  await expectSignedIn(tab);

  await signOut(tab);
  await expectSignedOut(tab);
  pageErrors.expectStatus(400);
  await signIn(tab, account.email, account.password);
  await expect(errorMessage(tab)).toHaveText("Invalid login credentials");
  await signIn(tab, account.email, "an entirely new one");
  await expectSignedIn(tab);
});

test("a recovery link asks a signed-in user for a new password, too", async ({
  page,
  account,
  inbox,
  openDevice,
}) => {
  const phone = await openDevice();
  await phone.goto("/#auth-forgot-password");
  await requestReset(phone, account.email);

  await openSignedIn(page, account);
  await followLink(page, (await inbox.next(account.email)).link);
  await expect(view(page, "Set a new password")).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill("an entirely new one");
  await button(page, "Update password").click();
  await expect(updatedHeading(page)).toBeVisible();
  await expectSignedIn(page);
});

test("a user with a recovery link may keep their password", async ({
  page,
  account,
  inbox,
  openDevice,
}) => {
  await page.goto("/#auth-forgot-password");
  await requestReset(page, account.email);
  await followLink(page, (await inbox.next(account.email)).link);
  await page.getByRole("button", { name: "Keep my password" }).click();
  await expectSignedIn(page);
  await page.reload();
  await expectSignedIn(page);

  const phone = await openDevice();
  await phone.goto("/");
  await signIn(phone, account.email, account.password);
  await expectSignedIn(phone);
});

test("changing the password on the account page ends other sessions", async ({
  page,
  account,
  openDevice,
  pageErrors,
}) => {
  const phone = await openDevice();
  await phone.goto("/");
  await signIn(phone, account.email, account.password);
  await expectSignedIn(phone);

  await openSignedIn(page, account, "/account");
  pageErrors.expectStatus(422);
  await page.getByLabel("New password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password should be at least 8 characters.")).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill("an entirely new one");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password has been changed.")).toBeVisible();
  await page.reload();
  await expect(page.getByText(account.email, { exact: true })).toBeVisible();

  pageErrors.expectStatus(403);
  await phone.getByRole("link", { name: "Account" }).click();
  await expectSignedOut(phone);
});
