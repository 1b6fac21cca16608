import type { Browser, Page } from "@playwright/test";
import { Inbox } from "@portico/backend/testing";
import { PageErrors } from "../page-errors.ts";
import {
  button,
  errorMessage,
  expectSignedOut,
  signIn,
  signUp,
  successMessage,
  view,
} from "../sign-in-form.ts";
import { expect, freshAddress } from "../test.ts";

export interface RunningExample {
  /** The URL of its page without a trailing slash. */
  readonly page: string;
  readonly backend: string;
  /** True if a server renders the page for the signed-in user. */
  readonly rendersOnServer: boolean;
  /** True if the example was built. A development server has no TLS. */
  readonly isBuilt: boolean;
}

const password = "correct horse battery";

/** Tests an example as its first user would, on a small screen. */
export async function walk(browser: Browser, example: RunningExample): Promise<void> {
  if (!example.isBuilt) await warmUp(browser, example);
  const inbox = new Inbox(example.backend);
  const pageErrors = new PageErrors();
  const context = await browser.newContext({
    baseURL: example.page,
    viewport: { width: 320, height: 640 },
  });
  await pageErrors.observe(context);
  const page = await context.newPage();
  const email = freshAddress();

  await signUpByLink(page, inbox, email);
  await writeNotes(page);
  await reload(page, example);
  await signOut(page);
  if (example.rendersOnServer) await openPage(page, "/notes");
  await expectSignedOut(page);

  pageErrors.expectStatus(400);
  await signIn(page, email, "a wrong password");
  await expect(errorMessage(page)).toHaveText("Invalid login credentials");
  await expectNoOverflow(page);
  await signIn(page, email, password);
  await expectNotes(page, email);
  await signOut(page);

  await resetPassword(page, inbox, email);
  await signInByMagicLink(page, inbox);
  if (example.rendersOnServer) await openLinkInOtherBrowser(browser, page, inbox, example);
  await signInByGitHub(page);
  await expectOwnNotesOnly(page);

  expect(pageErrors.unexpected(), "errors in the browser").toEqual([]);
  await context.close();
}

/** Opens the first page, on which Vite's development server discovers dependencies and reloads. */
async function warmUp(browser: Browser, example: RunningExample): Promise<void> {
  const page = await browser.newPage({ baseURL: example.page });
  await openPage(page, "/");
  await page.waitForLoadState("networkidle");
  await page.close();
}

/** Opens a page and waits until it is hydrated: on a development server, earlier input would be lost. */
async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await waitForHydration(page);
}

/** Waits until React has hydrated the page. */
async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const form = document.querySelector("main form");
    return form && Object.keys(form).some((name) => name.startsWith("__reactFiber"));
  });
}

async function signUpByLink(page: Page, inbox: Inbox, email: string): Promise<void> {
  await openPage(page, "/");
  await expect(view(page, "Sign in")).toBeVisible();
  await expectNoOverflow(page);
  await page.getByRole("link", { name: "Don't have an account? Sign up" }).click();
  await signUp(page, email, password);
  await expect(successMessage(page)).toHaveText("Check your email for the confirmation link");
  await openPage(page, await inbox.latestLink(email));
  await expectNotes(page, email);
  // The address must no longer contain the link's code or token.
  await expect(page).not.toHaveURL(/[?#]./);
}

async function writeNotes(page: Page): Promise<void> {
  for (const text of ["Milk", "A_long_word_".repeat(20)]) {
    await page.getByLabel("New note").fill(text);
    await button(page, "Add").click();
    await expect(page.getByRole("listitem").filter({ hasText: text })).toBeVisible();
    await expect(page.getByLabel("New note")).toHaveValue("");
  }
  await expectNoOverflow(page);
  await page.getByRole("button", { name: "Delete A_long" }).click();
  await expect(page.getByRole("listitem")).toHaveText([/^Milk/]);
}

/** Expects that a reload keeps the note, and that the first bytes of a server-rendered page contain the user's name. */
async function reload(page: Page, { isBuilt, rendersOnServer }: RunningExample): Promise<void> {
  await page.reload();
  await waitForHydration(page);
  await expect(page.getByRole("listitem")).toHaveText([/^Milk/]);
  if (!rendersOnServer) return;
  const response = await page.request.get("/notes");
  const html = await response.text();
  expect(html).toContain("Milk");
  expect(html).toMatch(/Signed in as/);
  expect(html).not.toContain("Your email address");
  expect(response.headers()["cache-control"] ?? "", "a person's page is nobody else's").toMatch(
    /no-store|private/,
  );
  // A signed-in visitor of the front page never sees a form.
  const frontPage = await page.request.get("/");
  expect(frontPage.url()).toMatch(/\/notes$/);
  // Behind a proxy, the request's own host is not the visitor's, so no response is allowed to contain it.
  const callback = await page.request.get("/auth?error=access_denied", { maxRedirects: 0 });
  expect(callback.headers()["location"]).toMatch(/^\/\?view=sign_in&outcome=\w+$/);
  for (const cookie of await page.context().cookies()) {
    // Skip the cookie of the auth handler, which is secure if the request used https.
    if (cookie.name === "portico-outcome") continue;
    expect([cookie.name, cookie.sameSite, cookie.secure]).toEqual([cookie.name, "Lax", isBuilt]);
  }
}

async function resetPassword(page: Page, inbox: Inbox, email: string): Promise<void> {
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByLabel("Email address").fill(email);
  await button(page, "Send reset link").click();
  await expect(successMessage(page)).toHaveText("Check your email for the password reset link");
  await openPage(page, await inbox.latestLink(email));
  await expect(view(page, "Set a new password")).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill("an entirely new one");
  await button(page, "Update password").click();
  await expectNotes(page, email);
  await signOut(page);
  await signIn(page, email, "an entirely new one");
  await expectNotes(page, email);
  await signOut(page);
}

/** Signs in with a magic link, which also creates the account. The second use of the link must report an error. */
async function signInByMagicLink(page: Page, inbox: Inbox): Promise<void> {
  const email = freshAddress();
  await page.getByRole("link", { name: "Email me a magic link" }).click();
  await page.getByLabel("Email address").fill(email);
  await button(page, "Send magic link").click();
  await expect(successMessage(page)).toHaveText("Check your email for the magic link");
  const link = await inbox.latestLink(email);
  await openPage(page, link);
  await expectNotes(page, email);
  await signOut(page);
  await openPage(page, link);
  await expect(errorMessage(page)).toHaveText(/invalid or has expired/);
}

/**
 * Opens the link of a server-rendered example in another browser, where it must open no session and report an error.
 */
async function openLinkInOtherBrowser(
  browser: Browser,
  page: Page,
  inbox: Inbox,
  example: RunningExample,
): Promise<void> {
  const email = freshAddress();
  await openPage(page, "/#auth-sign-up");
  await expect(view(page, "Create an account")).toBeVisible();
  await signUp(page, email, password);
  await expect(successMessage(page)).toHaveText("Check your email for the confirmation link");
  const context = await browser.newContext({ baseURL: example.page });
  const otherPage = await context.newPage();
  await openPage(otherPage, await inbox.latestLink(email));
  await expect(errorMessage(otherPage)).toHaveText(/only in the browser where you requested it/);
  await signIn(otherPage, email, password);
  await expectNotes(otherPage, email);
  await context.close();
}

async function signInByGitHub(page: Page): Promise<void> {
  await openPage(page, "/");
  await button(page, "Sign in with GitHub").click();
  await button(page, "Deny").click();
  await expect(errorMessage(page)).toHaveText(/denied/i);
  await button(page, "Sign in with GitHub").click();
  const email = freshAddress();
  await page.getByRole("radio", { name: /Someone else/ }).check();
  await page.getByRole("textbox", { name: "Name" }).fill("Mary Jackson");
  await page.getByRole("textbox", { name: "Email address" }).fill(email);
  await button(page, "Allow").click();
  await expectNotes(page, email);
  await waitForHydration(page);
  await expect(page.getByRole("listitem")).toHaveCount(0);
  await signOut(page);
}

/** Expects that the seeded user sees only their own note. */
async function expectOwnNotesOnly(page: Page): Promise<void> {
  await signIn(page, "ada@example.com", password);
  await expectNotes(page, "ada@example.com");
  await expect(page.getByRole("listitem")).toHaveText([/^Nobody else can read this note/]);
  await signOut(page);
}

async function expectNotes(page: Page, email: string): Promise<void> {
  await expect(page.getByRole("heading", { name: "Notes", exact: true })).toBeVisible();
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
}

async function signOut(page: Page): Promise<void> {
  await button(page, "Sign out").click();
  await expectSignedOut(page);
}

/** Expects that the page fits the width of the screen. */
async function expectNoOverflow(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(320);
}
