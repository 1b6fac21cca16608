import type { Locator, Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { openSignedIn } from "../accounts.ts";
import { note, openNewNote } from "../notebook.ts";
import { button, expectSignedIn, expectSignedOut, signIn, signOut, view } from "../sign-in-form.ts";
import { expect, freshAddress, test } from "../test.ts";
import { checkAccessibility } from "../tour.ts";

/** Returns a section of the account page by its heading. */
function section(page: Page, name: string): Locator {
  return page.getByRole("region", { name, exact: true });
}

/** Returns a code of an authenticator app. Each code works once, so `offset` selects a later one. */
function totpCode(secret: string, offset = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + offset * 30_000 });
}

/** Adds a virtual security key that confirms every request. */
async function addVirtualSecurityKey(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      // Chromium crashes with the transport `internal` in this test.
      transport: "usb",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Adds an authenticator app on the account page. @returns the app's secret; the factor is not confirmed yet */
async function addApp(page: Page): Promise<string> {
  const factors = section(page, "Two-step sign-in");
  await factors.getByRole("button", { name: "Add an authenticator app" }).click();
  await factors.getByLabel("Name").fill("Telephone");
  await factors.getByRole("button", { name: "Add an authenticator app" }).click();
  await expect(
    factors.getByRole("img", { name: "QR code for your authenticator app" }),
  ).toBeVisible();
  return factors.locator("code").innerText();
}

test("a user who adds an authenticator app is asked for its code at the next sign-in @main", async ({
  page,
  account,
  pageErrors,
}) => {
  await openSignedIn(page, account, "/account");
  const factors = section(page, "Two-step sign-in");
  const secret = await addApp(page);

  pageErrors.expectStatus(422);
  await factors.getByLabel("Code").fill("000000");
  await factors.getByRole("button", { name: "Confirm" }).click();
  await expect(factors.getByRole("alert")).toHaveText("Invalid TOTP code entered");
  await expect(factors.getByLabel("Code")).toBeFocused();
  await factors.getByLabel("Code").fill(totpCode(secret));
  await factors.getByRole("button", { name: "Confirm" }).click();
  await expect(factors.getByRole("status")).toHaveText("Telephone has been added.");

  await signOut(page);
  await expectSignedOut(page);
  const requestedUrls: string[] = [];
  const recordUrl = (address: string) => {
    if (/\/(rest|realtime)\/v1\/|\/storage\/v1\/(?!status)/.test(address))
      requestedUrls.push(address);
  };
  page.on("request", (request) => recordUrl(request.url()));
  page.on("websocket", (socket) => recordUrl(socket.url()));
  await signIn(page, account.email, account.password);
  await expect(view(page, "One more step")).toBeVisible();
  await expect(page.getByLabel("Code")).toBeFocused();
  await page.reload();
  await page.getByLabel("Code").fill(totpCode(secret, 1));
  expect(requestedUrls, "what was read before the second step").toEqual([]);
  await button(page, "Continue").click();
  await expectSignedIn(page);

  await page.getByRole("link", { name: "Account" }).click();
  await factors.getByRole("button", { name: "Remove: Telephone" }).click();
  await expect(factors.getByRole("button", { name: "Cancel" })).toBeFocused();
  await factors.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(factors.getByRole("status")).toHaveText("Telephone has been removed.");
  await expect(factors.getByRole("heading", { name: "Two-step sign-in" })).toBeFocused();
});

test("a user who has lost the authenticator app signs in with a recovery code", async ({
  page,
  account,
}) => {
  await openSignedIn(page, account, "/account");
  const secret = await addApp(page);
  const factors = section(page, "Two-step sign-in");
  await factors.getByLabel("Code").fill(totpCode(secret));
  await factors.getByRole("button", { name: "Confirm" }).click();
  const codes = section(page, "Recovery codes");
  await codes.getByRole("button", { name: "Get recovery codes" }).click();
  await expect(codes.getByRole("group", { name: "Recovery codes" })).toBeFocused();
  const code = await codes.locator("code").first().innerText();
  const download = page.waitForEvent("download");
  await codes.getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("recovery-codes.txt");
  await checkAccessibility(page, "new recovery codes");
  await codes.getByRole("button", { name: "I've saved them" }).click();
  await expect(codes.getByText("10 of 10 codes are left.")).toBeVisible();

  await signOut(page);
  await expectSignedOut(page);
  await signIn(page, account.email, account.password);
  await button(page, "Use a recovery code instead").click();
  await page.getByLabel("Code").fill(code.toUpperCase());
  await button(page, "Continue").click();
  await expectSignedIn(page);
  await page.getByRole("link", { name: "Account" }).click();
  await expect(codes.getByText("9 of 10 codes are left.")).toBeVisible();
});

test("adding an authenticator app signs out other devices", async ({
  page,
  account,
  api,
  openDevice,
  pageErrors,
}) => {
  await api.createNotes(account, [{ title: "Diary" }]);
  const otherPage = await openDevice();
  await openSignedIn(otherPage, account, "/notes");
  await expect(otherPage.getByRole("heading", { name: "Diary" })).toBeVisible();

  await page.goto("/");
  await signIn(page, account.email, account.password);
  await expectSignedIn(page);
  await page.goto("/account");
  const secret = await addApp(page);
  const factors = section(page, "Two-step sign-in");
  await factors.getByLabel("Code").fill(totpCode(secret));
  await factors.getByRole("button", { name: "Confirm" }).click();
  await expect(factors.getByRole("status")).toHaveText("Telephone has been added.");

  // The other device's access token is valid for an hour, but cannot read any rows.
  pageErrors.expectStatus(403);
  await otherPage.reload();
  await expectSignedOut(otherPage);
  await signIn(otherPage, account.email, account.password);
  await expect(view(otherPage, "One more step")).toBeVisible();
  await checkAccessibility(otherPage, "the second step");
});

test("a user adds a passkey and a security key, and signs in with the key as the second factor", async ({
  page,
  account,
}) => {
  await openSignedIn(page, account, "/account");
  await addVirtualSecurityKey(page);
  const passkeys = section(page, "Passkeys");
  await passkeys.getByRole("button", { name: "Add a passkey" }).click();
  await expect(passkeys.getByRole("listitem")).toHaveCount(1);
  await passkeys.getByRole("button", { name: /^Rename/ }).click();
  await passkeys.getByLabel("Name").fill("Blue key");
  await page.keyboard.press("Enter");
  await expect(passkeys.getByRole("status")).toHaveText("The passkey is now called Blue key.");
  await passkeys.getByRole("button", { name: "Remove: Blue key" }).click();
  await passkeys.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(passkeys.getByRole("listitem")).toHaveCount(0);

  const factors = section(page, "Two-step sign-in");
  await factors.getByRole("button", { name: "Add a security key" }).click();
  await factors.getByRole("button", { name: "Add a security key" }).click();
  await expect(factors.getByRole("status")).toHaveText("Security key has been added.");
  await signOut(page);
  await expectSignedOut(page);
  await signIn(page, account.email, account.password);
  await button(page, "Use security key").click();
  await expectSignedIn(page);
});

test("changing the e-mail address needs both confirmations, and a reload in between keeps the change", async ({
  page,
  account,
  inbox,
}) => {
  const newAddress = freshAddress();
  await openSignedIn(page, account, "/account");
  const email = section(page, "Email address");
  await email.getByLabel("New email address").fill(newAddress);
  await email.getByRole("button", { name: "Change email address" }).click();
  await expect(
    email.getByText(/Confirm both: open the link, or enter the code if there is one\.$/),
  ).toBeVisible();
  await page.reload();
  await email.getByLabel(`Code for ${newAddress}`).fill(await inbox.latestCode(newAddress));
  await page.keyboard.press("Enter");
  await expect(email.getByLabel(`Code for ${newAddress}`)).toHaveCount(0);
  await page.reload();
  await expect(
    email.getByText("One address is confirmed. Now confirm the other one."),
  ).toBeVisible();
  await email.getByLabel(`Code for ${account.email}`).fill(await inbox.latestCode(account.email));
  await page.keyboard.press("Enter");
  await expect(email.getByRole("status").last()).toHaveText(
    `Your email address is now ${newAddress}.`,
  );

  const profile = section(page, "Profile");
  await profile.getByLabel("Name").fill("Grace Hopper");
  await profile.getByRole("button", { name: "Save" }).click();
  await expect(profile.getByRole("status")).toHaveText("Your profile has been saved.");
  await profile.getByRole("button", { name: "Undo" }).click();
  await expect(profile.getByLabel("Name")).toHaveValue("");
});

test("the editor keeps unsaved text when the session ends, until the user has signed in again", async ({
  page,
  account,
  pageErrors,
  openDevice,
}) => {
  await page.clock.install();
  await openSignedIn(page, account);
  const dialog = await openNewNote(page);
  await dialog.getByRole("textbox", { name: "Text" }).fill("Half a sentence");
  const otherPage = await openDevice();
  await otherPage.goto("/");
  await signIn(otherPage, account.email, account.password);
  await expectSignedIn(otherPage);
  await otherPage.goto("/account");
  await section(otherPage, "Sign out")
    .getByRole("button", { name: "Sign out other devices" })
    .click();
  await expect(section(otherPage, "Sign out").getByRole("status")).not.toBeEmpty();

  // After an hour the session has expired and cannot be refreshed.
  pageErrors.expectStatus(400);
  await page.clock.fastForward("01:00:00");
  const signInDialog = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(signInDialog.getByLabel("Email address")).toHaveValue(account.email);
  await signInDialog.getByLabel("Your password").fill("not the password");
  await page.keyboard.press("Enter");
  await expect(signInDialog.getByRole("alert")).toHaveText("Invalid login credentials");
  await signInDialog.getByLabel("Your password").fill(account.password);
  await page.keyboard.press("Enter");
  await expect(signInDialog).toHaveCount(0);
  await expect(dialog.getByRole("textbox", { name: "Text" })).toHaveValue("Half a sentence");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(note(page, "Half a sentence")).toBeVisible();
});

test("deleting the account asks for the password @main", async ({
  page,
  account,
  api,
  pageErrors,
}) => {
  await api.createNotes(account, [{ title: "Gone with me" }]);
  await openSignedIn(page, account, "/account");
  const deletion = section(page, "Delete account");
  await deletion.getByRole("button", { name: "Delete account" }).click();
  pageErrors.expectStatus(400);
  pageErrors.expectStatus(403);
  await deletion.getByLabel("Your password").fill("not the password");
  await deletion.getByRole("button", { name: "Delete permanently" }).click();
  await expect(deletion.getByRole("alert")).toHaveText("This is not your password.");
  await expect(deletion.getByLabel("Your password")).toBeFocused();
  await deletion.getByLabel("Your password").fill(account.password);
  await deletion.getByRole("button", { name: "Delete permanently" }).click();
  await expectSignedOut(page);
  await signIn(page, account.email, account.password);
  await expect(page.getByText("Invalid login credentials")).toBeVisible();
});

test("deleting an account with a second factor asks for the password and no code", async ({
  page,
  account,
  pageErrors,
}) => {
  await openSignedIn(page, account, "/account");
  const secret = await addApp(page);
  const factors = section(page, "Two-step sign-in");
  await factors.getByLabel("Code").fill(totpCode(secret));
  await factors.getByRole("button", { name: "Confirm" }).click();
  await expect(factors.getByRole("status")).toHaveText("Telephone has been added.");

  const deletion = section(page, "Delete account");
  await deletion.getByRole("button", { name: "Delete account" }).click();
  await deletion.getByLabel("Your password").fill(account.password);
  // Deleting the account has ended the session.
  pageErrors.expectStatus(403);
  await deletion.getByRole("button", { name: "Delete permanently" }).click();
  await expectSignedOut(page);
});
