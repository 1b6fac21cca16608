import { setTimeout as pause } from "node:timers/promises";
import { openMessage } from "../inbox-page.ts";
import {
  button,
  errorMessage,
  expectMessageSent,
  expectSignedIn,
  signUp,
  successMessage,
} from "../sign-in-form.ts";
import { expect, freshAddress, test } from "../test.ts";

test("the code of the confirmation e-mail completes the sign-up @main", async ({
  page,
  context,
}) => {
  const email = freshAddress();
  await page.goto("/#auth-sign-up");
  await signUp(page, email, "a long and quiet evening");
  await expectMessageSent(page, email, "sign_up");

  const reader = await context.newPage();
  const message = await openMessage(reader, email);
  const code = message.getByText(/^\d{6}$/);
  await expect(code).toBeVisible();

  await page.getByLabel("One-time code").fill(await code.innerText());
  await expectSignedIn(page);
});

test("the code of a magic link signs in after a wrong attempt", async ({
  page,
  account,
  inbox,
  pageErrors,
}) => {
  await page.goto("/#auth-magic-link");
  await page.getByLabel("Email address").fill(account.email);
  await button(page, "Send magic link").click();
  await expectMessageSent(page, account.email, "magic_link");
  const { code = "" } = await inbox.next(account.email);

  pageErrors.expectStatus(403);
  await page.getByLabel("One-time code").fill(code === "000000" ? "000001" : "000000");
  await expect(errorMessage(page)).toHaveText("Token has expired or is invalid");
  await expect(page.getByLabel("One-time code")).toBeFocused();

  // Users paste codes with spaces.
  await page.getByLabel("One-time code").fill(` ${code.slice(0, 3)} ${code.slice(3)} `);
  await expectSignedIn(page);
});

test("the code of a password reset leads to a new password @main", async ({
  page,
  account,
  inbox,
}) => {
  await page.goto("/#auth-forgot-password");
  await page.getByLabel("Email address").fill(account.email);
  await button(page, "Send reset link").click();
  await expectMessageSent(page, account.email, "forgotten_password");
  await page.getByLabel("One-time code").fill((await inbox.next(account.email)).code ?? "");
  await page.getByLabel("New password", { exact: true }).fill("an entirely new one");
  await button(page, "Update password").click();
  await expect(
    page.getByRole("main").getByText("Your password has been updated", { exact: true }).last(),
  ).toBeVisible();
  await expectSignedIn(page);
});

test("a new code invalidates the old one", async ({ page, inbox, pageErrors }) => {
  const email = freshAddress();
  await page.clock.install();
  await page.goto("/#auth-magic-link");
  await page.getByLabel("Email address").fill(email);
  await button(page, "Send magic link").click();
  await expectMessageSent(page, email, "magic_link");
  const firstMessage = await inbox.next(email);

  const resendButton = button(page, "Resend email");
  await expect(resendButton).toHaveAttribute("aria-disabled", "true");
  await page.clock.runFor("01:00");
  // The server has its own delay (`max_frequency`), which the page's fake clock does not affect.
  await pause(1_000);
  await expect(resendButton).toHaveAttribute("aria-disabled", "false");
  await resendButton.click();
  await expect(successMessage(page)).toHaveText("We sent the email again.");
  const secondMessage = await inbox.next(email);
  expect(secondMessage.code).not.toBe(firstMessage.code);

  pageErrors.expectStatus(403);
  await page.getByLabel("One-time code").fill(firstMessage.code ?? "");
  await expect(errorMessage(page)).toHaveText("Token has expired or is invalid");
  await page.getByLabel("One-time code").fill(secondMessage.code ?? "");
  await expectSignedIn(page);
});
