import { emailFrame, openInNewTab, openMessage } from "../inbox-page.ts";
import { save } from "../notebook.ts";
import {
  button,
  confirmLink,
  errorMessage,
  expectMessageSent,
  expectSignedIn,
  signIn,
  signUp,
} from "../sign-in-form.ts";
import { expect, freshAddress, test } from "../test.ts";

test("a new user confirms the link of the e-mail, writes a note and finds it after signing in again @main", async ({
  page,
  context,
}) => {
  const email = freshAddress();
  await page.goto("/#auth-sign-up");
  await signUp(page, email, "a long and quiet evening");
  await expectMessageSent(page, email, "sign_up");
  // The waiting screen survives a reload.
  await page.reload();
  await expectMessageSent(page, email, "sign_up");

  const message = await openMessage(await context.newPage(), email);
  await expect(message.getByRole("heading", { level: 2 })).toHaveText("Confirm your email address");
  const openedTab = await openInNewTab(
    emailFrame(message).getByRole("link", { name: "Confirm email address" }),
  );
  await confirmLink(openedTab);
  await expectSignedIn(openedTab);
  // The tab that started the sign-up is signed in, too.
  await expectSignedIn(page);

  await openedTab.getByRole("link", { name: "Write a note" }).click();
  await openedTab.getByRole("textbox", { name: "Title" }).fill("Bread");
  await openedTab.getByRole("textbox", { name: "Text" }).fill("Flour, water, salt, time.");
  await save(openedTab);
  await expect(openedTab.getByRole("link", { name: "Bread" })).toBeVisible();
  await openedTab.reload();
  await expect(openedTab.getByRole("link", { name: "Bread" })).toBeVisible();
  await expect(openedTab.getByText("Flour, water, salt, time.")).toBeVisible();

  await openedTab.getByRole("link", { name: "Account" }).click();
  await expect(openedTab.getByText(email, { exact: true })).toBeVisible();
});

test("an unconfirmed address cannot sign in, and a short password is rejected", async ({
  page,
  pageErrors,
  inbox,
}) => {
  const email = freshAddress();
  await page.goto("/#auth-sign-up");
  pageErrors.expectStatus(422);
  await signUp(page, email, "short");
  await expect(errorMessage(page)).toHaveText("Password should be at least 8 characters.");
  await expect(page.getByLabel("Create a password")).toBeFocused();
  expect(await inbox.count(email)).toBe(0);

  await page.getByLabel("Create a password").fill("long enough now");
  await expect(errorMessage(page)).toHaveCount(0);
  await button(page, "Sign up").click();
  await expectMessageSent(page, email, "sign_up");

  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByLabel("Email address")).toHaveValue(email);
  pageErrors.expectStatus(400);
  await signIn(page, email, "long enough now");
  await expect(errorMessage(page)).toHaveText("Email not confirmed");
});

test("signing up does not reveal that an address has an account", async ({
  page,
  account,
  inbox,
}) => {
  const countBefore = await inbox.count(account.email);
  await page.goto("/#auth-sign-up");
  await signUp(page, account.email, "another password");
  await expectMessageSent(page, account.email, "sign_up");
  expect(await inbox.count(account.email)).toBe(countBefore);
  // The hint for an existing account is shown to everyone, so that it does not reveal whether the account exists.
  await button(page, "Reset your password").click();
  await expect(page.getByLabel("Email address")).toHaveValue(account.email);
});
