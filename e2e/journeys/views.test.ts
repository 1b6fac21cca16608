import { openSignedIn } from "../accounts.ts";
import { expectSignedIn, sentHeadings, signUp, view } from "../sign-in-form.ts";
import { expect, freshAddress, test } from "../test.ts";

const views = [
  ["#auth-sign-in", "Sign in"],
  ["#auth-sign-up", "Create an account"],
  ["#auth-forgot-password", "Reset your password"],
  ["#auth-magic-link", "Sign in by email"],
  ["#auth-update-password", "Set a new password"],
  ["#auth-verify-otp", "Enter your code"],
] as const;

test("the address of a view opens it", async ({ page }) => {
  for (const [fragment, heading] of views) {
    await page.goto("about:blank");
    await page.goto(`/${fragment}`);
    await expect(view(page, heading)).toBeVisible();
    await expect(page).toHaveTitle(`${heading} · Portico`);
  }
  // The page is already open, so the browser only changes the fragment.
  for (const [fragment, heading] of views) {
    await page.goto(`/${fragment}`);
    await expect(view(page, heading)).toBeVisible();
  }
  await page.goto("/#nothing-of-ours");
  await expect(view(page, "Enter your code")).toBeVisible();
  await page.reload();
  await expect(view(page, "Sign in")).toBeVisible();
});

test("Back and Forward switch between views and keep the typed e-mail address @main", async ({
  page,
}) => {
  const email = freshAddress();
  await page.goto("/");
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(view(page, "Reset your password")).toBeVisible();
  await expect(page).toHaveURL(/#auth-forgot-password$/);
  await page.getByRole("link", { name: "Back to sign in" }).click();
  await page.getByRole("link", { name: "Don't have an account? Sign up" }).click();
  await expect(view(page, "Create an account")).toBeVisible();
  await expect(page.getByLabel("Email address")).toHaveValue(email);

  await page.goBack();
  await expect(view(page, "Sign in")).toBeVisible();
  await page.goBack();
  await expect(view(page, "Reset your password")).toBeVisible();
  await page.goBack();
  await expect(view(page, "Sign in")).toBeVisible();
  await page.goForward();
  await expect(view(page, "Reset your password")).toBeVisible();
  await expect(page.getByLabel("Email address")).toHaveValue(email);
  await page.reload();
  await expect(view(page, "Reset your password")).toBeVisible();
});

test("switching the view clears its messages", async ({ page }) => {
  await page.goto("/#auth-sign-up");
  await signUp(page, freshAddress(), "a long and quiet evening");
  const heading = page.getByRole("heading", { name: sentHeadings.sign_up });
  await expect(heading).toBeVisible();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(view(page, "Sign in")).toBeVisible();
  await expect(heading).toHaveCount(0);
});

test("signing in at the address of a page opens that page", async ({ page, account }) => {
  await page.goto("/account");
  await page.getByLabel("Email address").fill(account.email);
  await page.getByLabel("Your password").fill(account.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Account", exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/account$/);
});

test("an unknown address shows a page with a way back @main", async ({ page, account }) => {
  await openSignedIn(page, account, "/nowhere");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await page.getByRole("button", { name: "Go to the home page" }).click();
  await expectSignedIn(page);
});

test("the browser's history contains no tokens", async ({ page, account }) => {
  await page.goto("/inbox");
  await openSignedIn(page, account);
  await expectSignedIn(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/inbox$/);
  await page.goForward();
  await expectSignedIn(page);
});
