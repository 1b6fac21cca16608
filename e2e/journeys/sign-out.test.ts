import { openSignedIn } from "../accounts.ts";
import { expectSignedIn, expectSignedOut, signIn, signOut } from "../sign-in-form.ts";
import { expect, test } from "../test.ts";

test("signing out ends the session in every tab of this browser and on no other device @main", async ({
  page,
  context,
  account,
  openDevice,
}) => {
  const phone = await openDevice();
  await phone.goto("/");
  await signIn(phone, account.email, account.password);
  await expectSignedIn(phone);

  await openSignedIn(page, account);
  const tab = await context.newPage();
  await tab.goto("/account");
  await expect(tab.getByText(account.email, { exact: true })).toBeVisible();

  await signOut(page);
  await expectSignedOut(page);
  // The focus moves, so that screen reader users notice that the page has changed.
  await expect(page.getByLabel("Email address")).toBeFocused();
  await expectSignedOut(tab);
  await expect(tab.getByText(account.email)).toHaveCount(0);
  await page.reload();
  await expectSignedOut(page);

  await phone.reload();
  await expectSignedIn(phone);
});

test("signing out everywhere ends the session on every device", async ({
  page,
  account,
  openDevice,
  pageErrors,
}) => {
  const phone = await openDevice();
  await phone.goto("/");
  await signIn(phone, account.email, account.password);
  await expectSignedIn(phone);

  await openSignedIn(page, account);
  await page.getByRole("link", { name: "Account" }).click();
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  // A dialog asks for confirmation.
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expectSignedOut(page);

  // The phone learns of the sign-out at its next request.
  pageErrors.expectStatus(403);
  await phone.getByRole("link", { name: "Account" }).click();
  await expectSignedOut(phone);
});

test("the next user sees nothing of the one who signed out", async ({ page, account, api }) => {
  await api.createNotes(account, [{ title: "Only mine" }]);
  await openSignedIn(page, account);
  await expect(page.getByRole("link", { name: "Only mine" })).toBeVisible();
  await page.getByRole("link", { name: "Account" }).click();
  await signOut(page);
  await expectSignedOut(page);
  await page.goBack();
  await expectSignedOut(page);
  await expect(page.getByText("Only mine")).toHaveCount(0);
});
