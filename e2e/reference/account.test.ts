import { TOTP } from "otpauth";
import { button, signIn, view } from "../sign-in-form.ts";
import { freshAddress } from "../test.ts";
import { password, signOutButton, signUpByLink, waitAndSignOut } from "./steps.ts";
import { expect, test } from "./test.ts";

test("a user adds a passkey after signing in with a password, and signs in with it", async ({
  page,
  pages,
  nextLink,
}) => {
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
  const email = await signUpByLink(page, pages, nextLink);
  await waitAndSignOut(page);
  await signIn(page, email, password);
  await button(page, "Add a passkey").click();
  await expect(page.getByText("Passkey added. Use it to sign in next time.")).toBeVisible();
  await signOutButton(page).click();
  // The browser signs in with the passkey through autofill, or when the button is clicked.
  await button(page, "Sign in with a passkey")
    .click({ timeout: 2_000 })
    .catch(() => {});
  await expect(signOutButton(page)).toBeVisible();
});

test("a user with an authenticator app is asked for its code at the next sign-in", async ({
  page,
  pages,
  nextLink,
}) => {
  const email = await signUpByLink(page, pages, nextLink);
  await page.goto(`${pages.product}/account`);
  const factors = page.getByRole("region", { name: "Two-step sign-in", exact: true });
  await factors.getByRole("button", { name: "Add an authenticator app" }).click();
  await factors.getByLabel("Name").fill("Telephone");
  await factors.getByRole("button", { name: "Add an authenticator app" }).click();
  const secret = await factors.locator("code").innerText();
  const codeAt = (steps: number) =>
    new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
  await factors.getByLabel("Code").fill(codeAt(0));
  await factors.getByRole("button", { name: "Confirm" }).click();
  await expect(factors.getByRole("status")).toHaveText("Telephone has been added.");

  await waitAndSignOut(page);
  await signIn(page, email, password);
  await expect(view(page, "One more step")).toBeVisible();
  // Each code works once.
  await page.getByLabel("Code").fill(codeAt(1));
  await button(page, "Continue").click();
  await expect(signOutButton(page)).toBeVisible();
});

test("the links of two emails without codes change the address", async ({
  page,
  pages,
  nextLink,
}) => {
  const email = await signUpByLink(page, pages, nextLink);
  const newAddress = freshAddress();
  await page.goto(`${pages.product}/account`);
  const emailSection = page.getByRole("region", { name: "Email address", exact: true });
  await emailSection.getByLabel("New email address").fill(newAddress);
  await emailSection.getByRole("button", { name: "Change email address" }).click();
  await expect(emailSection).toContainText(`We sent emails to ${newAddress} and ${email}.`);
  await page.goto(await nextLink(email));
  await page.goto(await nextLink(newAddress));
  await page.goto(`${pages.product}/account`);
  await expect(page.getByText(newAddress, { exact: true }).first()).toBeVisible();
});
