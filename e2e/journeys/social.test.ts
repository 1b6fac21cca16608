import type { Page } from "@playwright/test";
import { openSignedIn } from "../accounts.ts";
import { errorMessage, expectSignedIn, expectSignedOut, signOut, view } from "../sign-in-form.ts";
import { expect, freshAddress, test } from "../test.ts";
import { checkAccessibility } from "../tour.ts";

/** Fills in a new user on the provider's page. */
async function enterNewUser(page: Page, name: string, email: string): Promise<void> {
  await page.getByRole("radio", { name: /Someone else/ }).check();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("textbox", { name: "Email address" }).fill(email);
}

test("signing in with GitHub twice opens the same account @main", async ({ page }) => {
  const email = freshAddress();
  const signInAndReadId = async () => {
    await page.getByRole("button", { name: "Sign in with GitHub" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Sandbox");
    await enterNewUser(page, "Mary Jackson", email);
    await page.getByRole("button", { name: "Allow" }).click();
    await expectSignedIn(page);
    await page.getByRole("link", { name: "Account" }).click();
    await expect(page.getByText(email, { exact: true })).toBeVisible();
    return page.getByText(/^[0-9a-f-]{36}$/).innerText();
  };
  await page.goto("/");
  const firstId = await signInAndReadId();
  await signOut(page);
  await expectSignedOut(page);
  expect(await signInAndReadId()).toBe(firstId);
});

test("the form reports that the user declined at the provider @main", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Sign in with GitHub" }).click();
  await page.getByRole("button", { name: "Deny" }).click();
  await expect(view(page, "Sign in")).toBeVisible();
  await expect(errorMessage(page)).toHaveText(/denied/i);

  // The error disappears at the next attempt.
  await page.getByRole("link", { name: "Don't have an account? Sign up" }).click();
  await expect(errorMessage(page)).toHaveCount(0);
  await page.reload();
  await expect(view(page, "Create an account")).toBeVisible();
  await expect(errorMessage(page)).toHaveCount(0);
});

for (const [failure, expectedText] of [
  ["The token endpoint is down", /^Unable to exchange external code: .{4}$/],
  [
    "The provider doesn't return an email address",
    "Error getting user email from external provider",
  ],
  ["The provider returns an error", /server_error|unavailable|error/i],
] as const) {
  test(`the form reports a failed social sign-in: ${failure}`, async ({ page }) => {
    await page.goto("/#auth-sign-up");
    await page.getByRole("button", { name: "Continue with GitHub" }).click();
    await page.getByText("Simulate an error").click();
    await page.getByRole("combobox", { name: "Error" }).selectOption(failure);
    await page.getByRole("button", { name: "Allow" }).click();
    await expect(errorMessage(page)).toHaveText(expectedText);
    await expect(page.getByRole("button", { name: /with GitHub/ })).toBeEnabled();
  });
}

test("a provider is linked to an account, signs in and is unlinked", async ({
  page,
  account,
  openDevice,
}) => {
  const otherEmail = freshAddress();
  await openSignedIn(page, account, "/account");
  await page.getByRole("button", { name: "Link GitHub" }).click();
  await enterNewUser(page, "Mary Jackson", otherEmail);
  await page.getByRole("button", { name: "Allow" }).click();
  await expect(page.getByText(otherEmail)).toBeVisible();
  await expect(page).toHaveURL(/\/account$/);

  const phone = await openDevice();
  await phone.goto("/");
  await phone.getByRole("button", { name: "Sign in with GitHub" }).click();
  await enterNewUser(phone, "Mary Jackson", otherEmail);
  await phone.getByRole("button", { name: "Allow" }).click();
  await expectSignedIn(phone);
  await phone.getByRole("link", { name: "Account" }).click();
  await expect(phone.getByText(account.email, { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Unlink: GitHub" }).click();
  await page.getByRole("button", { name: "Unlink", exact: true }).click();
  await expect(page.getByText("GitHub has been unlinked.")).toBeVisible();
  await expect(page.getByText(otherEmail)).toHaveCount(0);
});

test("linking a provider asks for confirmation if another page may have started it", async ({
  page,
  account,
  baseURL,
}) => {
  // The server cannot set a cookie for a page on another host.
  const otherOrigin = baseURL?.replace("localhost", "127.0.0.1");
  const otherEmail = freshAddress();
  await openSignedIn(page, account, `${otherOrigin}/account`);
  await page.getByRole("button", { name: "Link GitHub" }).click();
  await enterNewUser(page, "Mary Jackson", otherEmail);
  await page.getByRole("button", { name: "Allow" }).click();
  await expect(page.getByRole("heading", { name: "Link GitHub?" })).toBeVisible();
  await expect(page.getByText(otherEmail)).toBeVisible();
  await expect(page.getByText(account.email)).toBeVisible();
  await checkAccessibility(page, "whether to link an account");
  await page.reload();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Continue" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${otherOrigin}/account`);
  await expect(page.getByText(otherEmail)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Unlink: GitHub" })).toBeVisible();
});

test("a user who declines the confirmation links no provider", async ({
  page,
  account,
  api,
  openDevice,
}) => {
  const ownEmail = freshAddress();
  await page.goto(await api.linkUrl(account, "github"));
  await enterNewUser(page, "Mary Jackson", ownEmail);
  await page.getByRole("button", { name: "Allow" }).click();
  await expect(page.getByText(account.email)).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(errorMessage(page)).toHaveText("The account was not linked");
  await expectSignedOut(page);

  const stranger = await openDevice();
  await openSignedIn(stranger, account, "/account");
  await expect(stranger.getByRole("button", { name: "Link GitHub" })).toBeVisible();
});
