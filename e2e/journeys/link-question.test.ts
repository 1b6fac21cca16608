import { expect } from "@playwright/test";
import { type Account, openSignedIn } from "../accounts.ts";
import { button, expectSignedIn, expectSignedOut, view } from "../sign-in-form.ts";
import { freshAddress, test } from "../test.ts";

/** Returns the URL parameters that contain a session in a server's redirect. */
const sessionParameters = ({ session }: Account, type = "magiclink") =>
  new URLSearchParams({
    access_token: session.access_token,
    refresh_token: session.refresh_token,
    expires_in: String(session.expires_in),
    token_type: "bearer",
    type,
  });

const question = "Sign in with this link?";

test("a link that this browser has not requested signs in only when the visitor says so @main", async ({
  page,
  account,
}) => {
  await page.goto(`/#${sessionParameters(account)}`);
  await expect(view(page, question)).toBeVisible();
  await expect(page.getByText(`This link signs you in as ${account.email}.`)).toBeVisible();
  await button(page, "Don't use this link").click();
  await expectSignedOut(page);
  expect(page.url()).not.toContain("access_token");
  expect(await page.evaluate(() => localStorage.getItem("portico.session"))).toBeNull();

  await page.goto("about:blank");
  await page.goto(`/#${sessionParameters(account)}`);
  await button(page, "Continue").click();
  await expectSignedIn(page);
});

test("a link to another account does not replace a session without a question", async ({
  page,
  account,
  api,
}) => {
  await openSignedIn(page, account);
  const otherAccount = await api.createAccount(freshAddress());
  await page.goto("about:blank");
  await page.goto(`/#${sessionParameters(otherAccount)}`);
  await expect(page.getByText(`You're signed in as ${account.email}.`)).toBeVisible();
  await button(page, "Don't use this link").click();
  await expectSignedIn(page);
  const storedSession = await page.evaluate(() => localStorage.getItem("portico.session"));
  expect(JSON.parse(storedSession ?? "").user.email).toBe(account.email);
  // A link of the same account needs no question.
  await page.goto("about:blank");
  await page.goto(`/#${sessionParameters(account)}`);
  await expectSignedIn(page);
});

test("a session in the query of the address is not used", async ({ page, account }) => {
  await page.goto(`/?${sessionParameters(account)}`);
  await expectSignedOut(page);
});

test("a recovery link of another device asks first, and then for the new password", async ({
  page,
  account,
}) => {
  await page.goto(`/#${sessionParameters(account, "recovery")}`);
  await button(page, "Continue").click();
  await expect(view(page, "Set a new password")).toBeVisible();
});

test("a link that this browser has requested signs in at once", async ({ page, account }) => {
  await page.goto("/#auth-magic-link");
  await page.getByLabel("Email address").fill(account.email.toUpperCase());
  await button(page, "Send magic link").click();
  await expect(page.getByRole("status").first()).toBeVisible();
  await page.goto("about:blank");
  await page.goto(`/#${sessionParameters(account)}`);
  await expectSignedIn(page);
});
