import type { Page } from "@playwright/test";
import {
  button,
  errorMessage,
  openMoreMethods,
  sentHeadings,
  signIn,
  signUp,
  view,
} from "../sign-in-form.ts";
import { freshAddress } from "../test.ts";
import { testNumber } from "./auth-server.ts";
import { password, signOutButton, signUpByLink, waitAndSignOut } from "./steps.ts";
import { expect, test } from "./test.ts";

/** Delays a response until it is released. */
async function delayResponse(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Returns the positions of the form's fields and of the brand. */
const positionsOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("main h1, main h2, main input, main label, form button")]
      .filter((element) => element.checkVisibility())
      .map((element) => [
        element.localName,
        ...Object.values(element.getBoundingClientRect().toJSON()),
      ]),
  );

/** Returns the visible texts of the card. */
const cardText = (page: Page) => page.locator(".portico-card").innerText();

test("the prerendered page matches the project's settings, so hydration changes nothing", async ({
  page,
  pages,
  pageErrors,
}) => {
  const release = await delayResponse(page, /\/assets\/index-[^/]+\.js$/);
  await page.goto(pages.product, { waitUntil: "commit" });
  await expect(view(page, "Sign in")).toBeVisible();
  const [positionsBefore, text] = [await positionsOf(page), await cardText(page)];
  expect(text).toMatch(/More ways to sign in/);
  expect(text).not.toMatch(/GitHub|single sign-on/);
  const settings = page.waitForResponse("**/auth/v1/settings");
  release();
  await settings;
  // The page is hydrated once it reacts to input.
  await page.getByRole("link", { name: /Sign up/ }).click();
  await page.goBack();
  await expect(view(page, "Sign in")).toBeVisible();
  expect(await cardText(page)).toBe(text);
  expect(await positionsOf(page)).toEqual(positionsBefore);
  expect(pageErrors.unexpected()).toEqual([]);
});

test("a page that was built offline starts with two fields, and adding the other methods moves nothing", async ({
  page,
  pages,
  pageErrors,
}) => {
  const release = Promise.withResolvers<void>();
  await page.route("**/auth/v1/settings", async (route) => {
    const response = await route.fetch();
    const settings = await response.json();
    Object.assign(settings.external, { github: true, google: true });
    await release.promise;
    await route.fulfill({ response: response, json: settings });
  });
  await page.goto(pages.offlineProduct);
  await expect(view(page, "Sign in")).toBeVisible();
  expect(await cardText(page)).not.toMatch(/GitHub|passkey|More ways|Sign up/);
  const positionsBefore = await positionsOf(page);
  release.resolve();
  await expect(page.getByRole("button", { name: "Sign in with GitHub" })).toBeVisible();
  await expect(page.getByRole("link", { name: /Sign up/ })).toBeVisible();
  expect(await positionsOf(page)).toEqual(positionsBefore);
  expect(pageErrors.unexpected()).toEqual([]);
});

test("a sign-up link in the same tab signs in, and signing out shows the sign-in form", async ({
  page,
  pages,
  nextLink,
}) => {
  const email = freshAddress();
  await page.goto(`${pages.product}/#auth-sign-up`);
  await signUp(page, email, password);
  await expect(view(page, sentHeadings.sign_up)).toBeVisible();
  expect(await cardText(page)).toMatch(/Open the link in it to confirm your account\./);
  expect(await cardText(page)).not.toMatch(/a link and a code/);
  await expect(page.getByLabel("One-time code")).toBeHidden();
  await page.goto(await nextLink(email));
  await waitAndSignOut(page);
  await page.reload();
  await expect(view(page, "Sign in")).toBeVisible();

  await signIn(page, email, "not the password");
  await expect(errorMessage(page)).toBeVisible();
  await page.getByLabel("Your password").fill(password);
  await button(page, "Sign in").click();
  await expect(signOutButton(page)).toBeVisible();
  await page.reload();
  await waitAndSignOut(page);
});

test("a magic link in the same tab signs in, and signing out shows the sign-in form", async ({
  page,
  pages,
  nextLink,
}) => {
  const email = freshAddress();
  await page.goto(`${pages.product}/#auth-magic-link`);
  await page.getByLabel("Email address").fill(email);
  await button(page, "Send magic link").click();
  await expect(view(page, sentHeadings.magic_link)).toBeVisible();
  expect(await cardText(page)).toMatch(/Open the link on any device\./);
  await page.goto(await nextLink(email));
  await waitAndSignOut(page);
});

test("a magic link in another tab also signs in the first tab", async ({
  page,
  pages,
  nextLink,
}) => {
  const email = freshAddress();
  await page.goto(`${pages.product}/#auth-magic-link`);
  await page.getByLabel("Email address").fill(email);
  await button(page, "Send magic link").click();
  await expect(view(page, sentHeadings.magic_link)).toBeVisible();
  const tab = await page.context().newPage();
  await tab.goto(await nextLink(email));
  await expect(signOutButton(tab)).toBeVisible();
  await expect(signOutButton(page)).toBeVisible();
  await waitAndSignOut(page);
  await expect(view(tab, "Sign in")).toBeVisible();
});

test("the link of a recovery email leads to a new password", async ({ page, pages, nextLink }) => {
  const email = await signUpByLink(page, pages, nextLink);
  await waitAndSignOut(page);

  await page.goto(`${pages.product}/#auth-forgot-password`);
  await page.getByLabel("Email address").fill(email);
  await button(page, "Send reset link").click();
  await expect(view(page, sentHeadings.forgotten_password)).toBeVisible();
  await page.goto(await nextLink(email));
  await expect(view(page, "Set a new password")).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill("an even longer evening");
  await button(page, "Update password").click();
  await waitAndSignOut(page);
  await signIn(page, email, "an even longer evening");
  await waitAndSignOut(page);
});

test("a used link reports that it does not work", async ({
  page,
  pages,
  nextLink,
  openBrowser,
}) => {
  const email = freshAddress();
  await page.goto(`${pages.product}/#auth-magic-link`);
  await page.getByLabel("Email address").fill(email);
  await button(page, "Send magic link").click();
  const link = await nextLink(email);
  await page.goto(link);
  await expect(signOutButton(page)).toBeVisible();
  const otherPage = await openBrowser();
  await otherPage.goto(link);
  await expect(errorMessage(otherPage)).toHaveText("Email link is invalid or has expired");
});

test("a phone number and a guest can sign in", async ({ page, pages }) => {
  await page.goto(pages.product);
  await openMoreMethods(page);
  await button(page, "Use a phone number").click();
  await page.getByLabel("Phone number").fill(`+${testNumber.digits}`);
  await button(page, "Send a code").click();
  await page.getByLabel("One-time code").fill(testNumber.code);
  await button(page, "Verify code").click();
  await waitAndSignOut(page);

  await button(page, "Continue as guest").click();
  await waitAndSignOut(page);
});
