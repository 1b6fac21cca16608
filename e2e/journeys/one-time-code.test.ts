import { setTimeout as pause } from "node:timers/promises";
import { openMessage } from "../inbox-page.ts";
import { button, confirmation, danger, expectInside, expectSent, signUp } from "../sign-in-form.ts";
import { expect, freshAddress, test } from "../test.ts";

test("the code of the confirmation e-mail completes the sign-up @main", async ({
  page,
  context,
}) => {
  const email = freshAddress();
  await page.goto("/#auth-sign-up");
  await signUp(page, email, "a long and quiet evening");
  await expectSent(page, email, "sign_up");

  const reader = await context.newPage();
  const message = await openMessage(reader, email);
  const code = message.getByText(/^\d{6}$/);
  await expect(code).toBeVisible();

  await page.getByLabel("One-time code").fill(await code.innerText());
  await expectInside(page);
});

test("the code of a magic link signs in after a wrong attempt", async ({
  page,
  account,
  inbox,
  complaints,
}) => {
  await page.goto("/#auth-magic-link");
  await page.getByLabel("Email address").fill(account.email);
  await button(page, "Send magic link").click();
  await expectSent(page, account.email, "magic_link");
  const { code = "" } = await inbox.next(account.email);

  complaints.expectStatus(403);
  await page.getByLabel("One-time code").fill(code === "000000" ? "000001" : "000000");
  await expect(danger(page)).toHaveText("Token has expired or is invalid");
  await expect(page.getByLabel("One-time code")).toBeFocused();

  // Users paste codes with spaces.
  await page.getByLabel("One-time code").fill(` ${code.slice(0, 3)} ${code.slice(3)} `);
  await expectInside(page);
});

test("the code of a password reset leads to a new password @main", async ({
  page,
  account,
  inbox,
}) => {
  await page.goto("/#auth-forgot-password");
  await page.getByLabel("Email address").fill(account.email);
  await button(page, "Send reset link").click();
  await expectSent(page, account.email, "forgotten_password");
  await page.getByLabel("One-time code").fill((await inbox.next(account.email)).code ?? "");
  await page.getByLabel("New password", { exact: true }).fill("an entirely new one");
  await button(page, "Update password").click();
  await expect(
    page.getByRole("main").getByText("Your password has been updated", { exact: true }).last(),
  ).toBeVisible();
  await expectInside(page);
});

test("a new code invalidates the old one", async ({ page, inbox, complaints }) => {
  const email = freshAddress();
  await page.clock.install();
  await page.goto("/#auth-magic-link");
  await page.getByLabel("Email address").fill(email);
  await button(page, "Send magic link").click();
  await expectSent(page, email, "magic_link");
  const firstMessage = await inbox.next(email);

  const repeated = button(page, "Resend email");
  await expect(repeated).toHaveAttribute("aria-disabled", "true");
  await page.clock.runFor("01:00");
  // The server has its own delay (`max_frequency`), which the page's fake clock does not affect.
  await pause(1_000);
  await expect(repeated).toHaveAttribute("aria-disabled", "false");
  await repeated.click();
  await expect(confirmation(page)).toHaveText("We sent the email again.");
  const second = await inbox.next(email);
  expect(second.code).not.toBe(firstMessage.code);

  complaints.expectStatus(403);
  await page.getByLabel("One-time code").fill(firstMessage.code ?? "");
  await expect(danger(page)).toHaveText("Token has expired or is invalid");
  await page.getByLabel("One-time code").fill(second.code ?? "");
  await expectInside(page);
});
