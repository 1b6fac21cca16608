import { button, errorMessage, expectSignedIn, followLink, signIn, view } from "../sign-in-form.ts";
import { expect, freshAddress, test } from "../test.ts";

test("a wrong password and an unknown address give the same error", async ({
  page,
  account,
  pageErrors,
}) => {
  await page.goto("/");
  pageErrors.expectStatus(400);
  await signIn(page, account.email, "not the password");
  await expect(errorMessage(page)).toHaveText("Invalid login credentials");
  await expect(button(page, "Sign in")).toBeEnabled();
  await expect(page.getByLabel("Email address")).toHaveValue(account.email);

  await page.getByLabel("Email address").fill(freshAddress());
  await expect(errorMessage(page)).toHaveCount(0);
  await button(page, "Sign in").click();
  await expect(errorMessage(page)).toHaveText("Invalid login credentials");

  await signIn(page, account.email, account.password);
  await expectSignedIn(page);
});

test("a used and an invalid link both report that they do not work @both", async ({
  page,
  inbox,
  api,
  openDevice,
  pageErrors,
}) => {
  const email = freshAddress();
  await api.signUp(email, "a long and quiet evening");
  const { link = "" } = await inbox.next(email);
  await followLink(page, link);
  await expectSignedIn(page);

  pageErrors.expectStatus(403);
  const otherDevice = await openDevice();
  for (const address of [link, link.replace(/token_hash=[^&]+/, "token_hash=0123456789abcdef")]) {
    await followLink(otherDevice, address);
    await expect(errorMessage(otherDevice)).toHaveText("Email link is invalid or has expired");
  }

  // The form shows the error of a link. A signed-in user sees a toast instead.
  const usedLink = "/auth/v1/verify?token=0123456789abcdef&type=signup";
  await otherDevice.goto(usedLink);
  await expect(view(otherDevice, "Sign in")).toBeVisible();
  await expect(errorMessage(otherDevice)).toHaveText("Email link is invalid or has expired");
  await page.goto(usedLink);
  await expect(page.getByRole("alert")).toHaveText("Email link is invalid or has expired");
  await expectSignedIn(page);
});

test("a path with two slashes opens the start page", async ({ page, account, baseURL }) => {
  const errorFragment = "#error=access_denied&error_code=otp_expired&error_description=It+is+over";
  await page.goto(`${baseURL}//evil.example/${errorFragment}`);
  await expect(view(page, "Sign in")).toBeVisible();
  await signIn(page, account.email, account.password);
  await expectSignedIn(page);
  await page.goto(`${baseURL}//evil.example/?again${errorFragment}`);
  await expect(page.getByRole("alert").filter({ hasText: "It is over" })).toBeAttached();
  await expectSignedIn(page);
  expect(new URL(page.url()).pathname).toBe("/notes");
});

test("an invalid session in the address reports an error", async ({ page, pageErrors }) => {
  pageErrors.expectStatus(403);
  await page.goto(
    "/#access_token=a.b.c&refresh_token=d&expires_in=3600&token_type=bearer&type=signup",
  );
  await expect(view(page, "Sign in")).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toContainText(/token|JWT/i);
  expect(page.url()).not.toContain("access_token");
});
