import {
  button,
  errorMessage,
  expectSignedIn,
  expectSignedOut,
  signIn,
  signOut,
  signUp,
} from "../sign-in-form.ts";
import { expect, freshAddress, test } from "../test.ts";

test("the form helps with a wrong password, a weak one and an unconfirmed address @main", async ({
  page,
  pageErrors,
  inbox,
  openDevice,
}) => {
  const email = freshAddress();
  await page.goto("/#auth-sign-up");
  pageErrors.expectStatus(422);
  await signUp(page, email, "short");
  const rule = page.getByRole("listitem").filter({ hasText: "At least 8 characters" });
  await expect(rule.getByRole("img", { name: "Not met yet" })).toBeVisible();
  await page.getByLabel("Create a password").fill("long enough now");
  await expect(rule.getByRole("img", { name: "Met", exact: true })).toBeVisible();
  await button(page, "Sign up").click();
  await inbox.next(email);

  const device = await openDevice();
  await device.goto("/");
  pageErrors.expectStatus(400);
  await signIn(device, email, "long enough now");
  await expect(errorMessage(device)).toHaveText("Email not confirmed");
  // A second request that comes too soon starts a countdown.
  pageErrors.expectStatus(429);
  await button(device, "Resend confirmation email").click();
  await expect(async () => {
    const retryButton = button(device, "Try again");
    if (await retryButton.isVisible()) await retryButton.click();
    expect(await inbox.count(email)).toBe(2);
  }).toPass();

  await signIn(device, email, "not the password");
  await button(device, "Reset your password").click();
  await expect(device.getByLabel("Email address")).toHaveValue(email);
});

test("the form corrects a mistyped address and marks the last used method", async ({
  page,
  account,
}) => {
  await page.goto("/");
  await page.getByLabel("Email address").fill("ada@gmial.com");
  await page.getByLabel("Your password").focus();
  await button(page, "Did you mean ada@gmail.com?").click();
  await expect(page.getByLabel("Email address")).toHaveValue("ada@gmail.com");

  await signIn(page, account.email, account.password);
  await expectSignedIn(page);
  await signOut(page);
  await expectSignedOut(page);
  await expect(page.locator("[data-last-used]")).toHaveText("Sign in");
});

test("a user adds a passkey after signing in with a password, and signs in with it @main", async ({
  page,
  account,
}) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto("/");
  await signIn(page, account.email, account.password);
  await expectSignedIn(page);
  await button(page, "Add a passkey").click();
  await expect(page.getByText("Passkey added. Use it to sign in next time.")).toBeVisible();
  // Do not approve passkeys yet, or the browser signs in before the test has checked the page.
  const setPresence = (enabled: boolean) =>
    devtools.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
  await setPresence(false);
  await signOut(page);
  await expectSignedOut(page);
  await setPresence(true);
  // The browser signs in with the passkey through autofill, or when the button is clicked.
  await Promise.race([button(page, "Sign in with a passkey").click(), expectSignedIn(page)]);
  await expectSignedIn(page);
});

test("a passkey is offered until the user declines it permanently", async ({ page, account }) => {
  await page.goto("/");
  await signIn(page, account.email, account.password);
  await expectSignedIn(page);
  await button(page, "Don't ask again").click();
  await expect(button(page, "Add a passkey")).toHaveCount(0);
  await page.reload();
  await expectSignedIn(page);
  await expect(button(page, "Add a passkey")).toHaveCount(0);
});
