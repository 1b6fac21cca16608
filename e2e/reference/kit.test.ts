import type { Page } from "@playwright/test";
import { button, errorMessage, sentHeadings, signIn, signUp, view } from "../sign-in-form.ts";
import { freshAddress } from "../test.ts";
import { expect, test } from "./test.ts";

const password = "a long and quiet evening";
const unusableLink = /^This link could not sign you in\./;

async function requestLink(page: Page, email: string): Promise<void> {
  await page.getByRole("link", { name: "Email me a magic link" }).click();
  await page.getByLabel("Email address").fill(email);
  await button(page, "Send magic link").click();
  await expect(view(page, sentHeadings.magic_link)).toBeVisible();
}

async function signOutUser(page: Page, email: string): Promise<void> {
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  await button(page, "Sign out").click();
  await expect(view(page, "Sign in")).toBeVisible();
}

for (const flow of ["implicit", "pkce"]) {
  test(`with the ${flow} flow, links of every kind sign in and end the wait`, async ({
    page,
    pages,
    nextLink,
  }) => {
    const email = freshAddress();
    await page.goto(`${pages.kit}/${flow}`);
    await page.getByRole("link", { name: /Sign up/ }).click();
    await signUp(page, email, password);
    await expect(view(page, sentHeadings.sign_up)).toBeVisible();
    await page.goto(await nextLink(email));
    await signOutUser(page, email);

    await signIn(page, email, password);
    await signOutUser(page, email);

    await requestLink(page, email);
    await page.goto(await nextLink(email));
    await signOutUser(page, email);
    expect(new URL(page.url()).search).toBe("");

    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByLabel("Email address").fill(email);
    await button(page, "Send reset link").click();
    await expect(view(page, sentHeadings.forgotten_password)).toBeVisible();
    await page.goto(await nextLink(email));
    await page.getByLabel("New password", { exact: true }).fill("an even longer evening");
    await button(page, "Update password").click();
    await signOutUser(page, email);
    await signIn(page, email, "an even longer evening");
    await signOutUser(page, email);
  });
}

test("a PKCE link in another browser says what happened, and a new one signs in there", async ({
  page,
  pages,
  nextLink,
  openBrowser,
}) => {
  const email = freshAddress();
  await page.goto(`${pages.kit}/pkce`);
  await requestLink(page, email);
  await expect(page.getByText("Open the link in this browser.")).toBeVisible();

  const otherPage = await openBrowser();
  await otherPage.goto(await nextLink(email));
  await expect(errorMessage(otherPage)).toHaveText(unusableLink);
  await expect(otherPage).toHaveURL(`${pages.kit}/pkce`);
  await otherPage.reload();
  await expect(errorMessage(otherPage)).toHaveCount(0);

  const newAddress = freshAddress();
  await requestLink(otherPage, newAddress);
  await otherPage.goto(await nextLink(newAddress));
  await signOutUser(otherPage, newAddress);
});

test("an address that was confirmed in another browser signs in with its password there", async ({
  page,
  pages,
  nextLink,
  openBrowser,
}) => {
  const email = freshAddress();
  await page.goto(`${pages.kit}/pkce#auth-sign-up`);
  await signUp(page, email, password);
  const otherPage = await openBrowser();
  await otherPage.goto(await nextLink(email));
  await expect(errorMessage(otherPage)).toHaveText(unusableLink);
  await signIn(otherPage, email, password);
  await signOutUser(otherPage, email);
});
