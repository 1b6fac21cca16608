import { note, openNewNote, save } from "../notebook.ts";
import {
  button,
  expectMessageSent,
  expectSignedIn,
  expectSignedOut,
  openMoreMethods,
  signOut,
  view,
} from "../sign-in-form.ts";
import { expect, freshAddress, test } from "../test.ts";

/** Returns a fictional phone number that no other test uses. */
const freshNumber = () => `07700 9${String(Math.random()).slice(2, 7)}`;
const toE164 = (number: string) => number.replace(/\D/g, "").replace(/^0/, "44");

test("a phone number signs in with a code, and with a password @main", async ({ page, inbox }) => {
  const number = freshNumber();
  await page.goto("/");
  await openMoreMethods(page);
  await button(page, "Use a phone number").click();
  await page.getByLabel("Country").selectOption("GB");
  await page.getByLabel("Phone number").fill(number);
  await button(page, "Send a code").click();
  await expect(view(page, "Enter your code")).toBeFocused();
  await expect(page.getByText(`+${toE164(number)}`, { exact: true })).toBeVisible();
  await page.getByLabel("One-time code").fill(await inbox.latestCode(toE164(number)));
  await expectSignedIn(page);
  await signOut(page);
  await expectSignedOut(page);

  const otherNumber = freshNumber();
  await page.goto("/#auth-sign-up");
  // The disclosure with the last used method is open.
  await button(page, "Use a phone number Last used").click();
  await page.getByLabel("Phone number").fill(`+${toE164(otherNumber)}`);
  await expect(page.getByLabel("Country")).toHaveValue("GB");
  await page.getByLabel("Create a password").fill("a long and quiet evening");
  await button(page, "Sign up").click();
  await page.getByLabel("One-time code").fill(await inbox.latestCode(toE164(otherNumber)));
  await expectSignedIn(page);
  await signOut(page);
  await expectSignedOut(page);

  await button(page, "Use a phone number Last used").click();
  await button(page, "Use a password instead").click();
  await page.getByLabel("Phone number").fill(`+${toE164(otherNumber)}`);
  await page.getByLabel("Your password").fill("a long and quiet evening");
  await button(page, "Sign in").click();
  await expectSignedIn(page);
});

test("a guest writes a note and keeps it with a permanent account @main", async ({
  page,
  inbox,
  openDevice,
}) => {
  const email = freshAddress();
  await page.goto("/");
  await openMoreMethods(page);
  await button(page, "Continue as guest").click();
  await expectSignedIn(page);
  const dialog = await openNewNote(page);
  await dialog.getByRole("textbox", { name: "Title" }).fill("Written as a guest");
  await save(page);

  await page.getByRole("link", { name: "Account" }).click();
  const card = page.locator(".portico-card");
  await expect(card.getByRole("heading", { name: "Keep your work" })).toBeVisible();
  await card.getByLabel("Email address").fill(email);
  await card.getByLabel("Create a password").fill("a long and quiet evening");
  await button(page, "Create account").click();
  await expectMessageSent(page, email, "email_change");
  await card.getByLabel("One-time code").fill(await inbox.latestCode(email));
  await expect(card).toHaveCount(0);
  await expect(page.getByText(email, { exact: true })).toBeVisible();

  const phone = await openDevice();
  await phone.goto("/");
  await phone.getByLabel("Email address").fill(email);
  await phone.getByLabel("Your password").fill("a long and quiet evening");
  await button(phone, "Sign in").click();
  await expect(note(phone, "Written as a guest")).toBeVisible();
});
