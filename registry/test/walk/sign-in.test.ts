import { expect, test } from "@playwright/test";
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
  uniqueEmail,
} from "./tools.ts";

test("@every a visitor signs up with a confirmation, fails with a wrong password and signs in", async ({
  page,
}) => {
  const email = await signUp(page);
  await clearSession(page);
  await signIn(page, email, "a wrong one");
  const alert = page.getByRole("alert").filter({ hasText: "Invalid login credentials" });
  await expect(alert).toBeVisible();
  const field = page.getByLabel("Your password", { exact: true });
  await expect(field).toHaveAttribute("autocomplete", "current-password");
  await field.fill(password);
  await field.press("Enter");
  await expectSignedIn(page, email);
});

test("@every the gate shows the forms, then the application, and the menu signs out", async ({
  page,
}) => {
  const email = await signUp(page);
  await clearSession(page);
  await open(page, "/");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
  await expect(page.getByLabel("Email address")).toHaveValue(email);
  await page.goBack();
  await page.getByLabel("Your password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Inside" })).toBeVisible();
  await page.getByRole("button", { name: email }).click();
  await expect(page.getByRole("menu")).toContainText(email);
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("a magic link signs the visitor in", async ({ page }) => {
  const email = await signUp(page);
  await clearSession(page);
  await open(page, "/magic-link");
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Send magic link" }).click();
  await expect(page.getByRole("status")).toHaveText("Check your email for the magic link");
  await page.goto(await inbox.latestLink(email));
  await expectSignedIn(page, email);
});

test("a code is submitted with its last digit and signs in", async ({ page }) => {
  const email = await signUp(page);
  await clearSession(page);
  await open(page, "/magic-link");
  await page.getByLabel("Email address").fill(email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toHaveText("Check your email for the magic link");
  const code = await inbox.latestCode(email);
  await open(page, "/one-time-code");
  await page.getByLabel("Email address").fill(email);
  const field = page.getByLabel("One-time code");
  await expect(field).toHaveAttribute("autocomplete", "one-time-code");
  await expect(field).toHaveAttribute("inputmode", "numeric");
  await field.pressSequentially("000000");
  await expect(alertOf(page)).toContainText("expired or is invalid");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await field.fill(code);
  await expectSignedIn(page, email);
});

test("a user with a forgotten password sets a new one", async ({ page }) => {
  const email = await signUp(page);
  await clearSession(page);
  await open(page, "/forgotten-password");
  await page.getByLabel("Email address").fill(email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toHaveText("Check your email for the password reset link");
  await page.goto(await inbox.latestLink(email));
  await expectSignedIn(page, email);
  const field = page.getByLabel("New password", { exact: true });
  await expect(field).toHaveAttribute("autocomplete", "new-password");
  await field.fill("another horse");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(field).toHaveAttribute("type", "text");
  await field.press("Enter");
  await expect(page.getByRole("status")).toHaveText("Your password has been updated");
  await clearSession(page);
  await signIn(page, email, "another horse");
  await expectSignedIn(page, email);
});

test("a social button signs the visitor in", async ({ page }) => {
  await open(page, "/social-buttons");
  await page.getByRole("button", { name: "Sign in with GitHub" }).click();
  const email = uniqueEmail();
  await page.getByRole("radio", { name: /Someone else/ }).check();
  await page.getByRole("textbox", { name: "Name" }).fill("Ada Lovelace");
  await page.getByRole("textbox", { name: "Email address" }).fill(email);
  await page.getByRole("button", { name: "Allow" }).click();
  await expectSignedIn(page, email);
});

test("a passkey that was created on the account page signs in", async ({ page }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const email = await signUp(page);
  await open(page, "/account");
  const section = page.getByRole("region", { name: "Passkeys" });
  await section.getByRole("button", { name: "Add a passkey" }).click();
  await expect(section.getByRole("listitem")).toHaveCount(1);
  await clearSession(page);
  await open(page, "/passkey");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expectSignedIn(page, email);
});

test("a phone number signs up by a code, and an invalid number shows an error", async ({
  page,
}) => {
  await open(page, "/phone");
  const field = page.getByLabel("Phone number");
  await field.fill("12");
  await field.press("Enter");
  await expect(alertOf(page)).toHaveText("Enter a complete phone number.");
  await expect(field).toBeFocused();
  const number = `7700${String(Math.random()).slice(2, 8)}`;
  await field.fill(number);
  await field.press("Enter");
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeFocused();
  await checkPage(page, "phone-code");
  await page.getByLabel("One-time code").fill(await inbox.latestCode(`44${number}`));
  await expectSignedIn(page, `44${number}`);
});
