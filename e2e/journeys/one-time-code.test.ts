import { button, confirmation, danger, expectInside, signUp, toast, view } from "../door.ts";
import { openMessage } from "../inbox-page.ts";
import { expect, freshAddress, test } from "../test.ts";

test("types the code of the confirmation message after signing up @main", async ({
  page,
  context,
}) => {
  const email = freshAddress();
  await page.goto("/#auth-sign-up");
  await signUp(page, email, "a long and quiet evening");
  await expect(confirmation(page)).toHaveText("Check your email for the confirmation link");

  const reader = await context.newPage();
  const message = await openMessage(reader, email);
  const code = message.getByText(/^\d{6}$/);
  await expect(code).toBeVisible();

  await page.getByRole("link", { name: "Have a code? Type it" }).click();
  await expect(view(page, "Enter your code")).toBeVisible();
  await expect(page.getByLabel("Email address")).toHaveValue(email);
  await page.getByLabel("One-time code").fill(await code.innerText());
  await button(page, "Verify code").click();
  await expectInside(page);
});

test("types the code of a magic link, after a wrong one @main", async ({
  page,
  account,
  inbox,
  complaints,
}) => {
  await page.goto("/#auth-magic-link");
  await page.getByLabel("Email address").fill(account.email);
  await button(page, "Send Magic Link").click();
  await expect(confirmation(page)).toHaveText("Check your email for the magic link");
  const { code = "" } = await inbox.next(account.email);

  await page.getByRole("link", { name: "Have a code? Type it" }).click();
  complaints.expectStatus(403);
  await page.getByLabel("One-time code").fill(code === "000000" ? "000001" : "000000");
  await button(page, "Verify code").click();
  await expect(danger(page)).toHaveText("Token has expired or is invalid");
  await expect(page.getByLabel("One-time code")).toBeFocused();

  // As people paste it.
  await page.getByLabel("One-time code").fill(` ${code.slice(0, 3)} ${code.slice(3)} `);
  await button(page, "Verify code").click();
  await expectInside(page);
});

test("types the code of a password reset, and sets a new one", async ({ page, account, inbox }) => {
  await page.goto("/#auth-forgot-password");
  await page.getByLabel("Email address").fill(account.email);
  await button(page, "Send reset password instructions").click();
  await expect(confirmation(page)).toHaveText("Check your email for the password reset link");
  await page.getByRole("link", { name: "Have a code? Type it" }).click();
  await page.getByLabel("One-time code").fill((await inbox.next(account.email)).code ?? "");
  await button(page, "Verify code").click();
  await page.getByLabel("New password", { exact: true }).fill("an entirely new one");
  await button(page, "Update password").click();
  await expect(toast(page, /^Your password has been updated/)).toBeVisible();
  await expectInside(page);
});

test("sends a new code, and the old one is worth nothing", async ({ page, inbox, complaints }) => {
  const email = freshAddress();
  await page.goto("/#auth-magic-link");
  await page.getByLabel("Email address").fill(email);
  await button(page, "Send Magic Link").click();
  await expect(confirmation(page)).toHaveText("Check your email for the magic link");
  const first = await inbox.next(email);
  await page.getByRole("link", { name: "Have a code? Type it" }).click();

  // The server sends one message a second to an address, and says so.
  complaints.expectStatus(429);
  await expect(async () => {
    await button(page, "Send a new code").click();
    await expect(confirmation(page)).toHaveText("We have sent you a new code", { timeout: 500 });
  }).toPass({ timeout: 10_000 });
  const second = await inbox.next(email);
  expect(second.code).not.toBe(first.code);

  complaints.expectStatus(403);
  await page.getByLabel("One-time code").fill(first.code ?? "");
  await button(page, "Verify code").click();
  await expect(danger(page)).toHaveText("Token has expired or is invalid");
  await page.getByLabel("One-time code").fill(second.code ?? "");
  await button(page, "Verify code").click();
  await expectInside(page);
});
