import type { Browser, Page } from "@playwright/test";
import { Inbox } from "@portico/backend/testing";
import { Complaints } from "../complaints.ts";
import {
  button,
  confirmation,
  danger,
  expectOutside,
  signIn,
  signUp,
  view,
} from "../sign-in-form.ts";
import { expect, freshAddress } from "../test.ts";

/** A running example. */
export interface Running {
  /** The URL of its page without a trailing slash. */
  readonly page: string;
  readonly backend: string;
  /** True if a server renders the page for the signed-in user. */
  readonly rendersOnServer: boolean;
  /** True if the example was built. A development server has no TLS. */
  readonly isBuilt: boolean;
}

const password = "correct horse battery";

/** Tests an example like its first user, and on a small screen. */
export async function walk(browser: Browser, running: Running): Promise<void> {
  if (!running.isBuilt) await warmUp(browser, running);
  const inbox = new Inbox(running.backend);
  const complaints = new Complaints();
  const context = await browser.newContext({
    baseURL: running.page,
    viewport: { width: 320, height: 640 },
  });
  await complaints.listenTo(context);
  const page = await context.newPage();
  const email = freshAddress();

  await signUpByLink(page, inbox, email);
  await writeNotes(page);
  await reload(page, running);
  await signOut(page);
  if (running.rendersOnServer) await open(page, "/notes");
  await expectOutside(page);

  complaints.expectStatus(400);
  await signIn(page, email, "a wrong password");
  await expect(danger(page)).toHaveText("Invalid login credentials");
  await expectFits(page);
  await signIn(page, email, password);
  await expectNotes(page, email);
  await signOut(page);

  await resetPassword(page, inbox, email);
  await signInByMagicLink(page, inbox);
  if (running.rendersOnServer) await followElsewhere(browser, page, inbox, running);
  await signInByGitHub(page);
  await expectOwnNotesOnly(page);

  expect(complaints.unexpected(), "what the browser complained about").toEqual([]);
  await context.close();
}

/** On its first page, Vite's development server discovers dependencies and reloads the page. */
async function warmUp(browser: Browser, running: Running): Promise<void> {
  const page = await browser.newPage({ baseURL: running.page });
  await open(page, "/");
  await page.waitForLoadState("networkidle");
  await page.close();
}

/** Opens a page. Input before a development server's page is hydrated would be lost. */
async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expectAlive(page);
}

/** Waits until React has hydrated the page. */
async function expectAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const form = document.querySelector("main form");
    return form && Object.keys(form).some((name) => name.startsWith("__reactFiber"));
  });
}

async function signUpByLink(page: Page, inbox: Inbox, email: string): Promise<void> {
  await open(page, "/");
  await expect(view(page, "Sign in")).toBeVisible();
  await expectFits(page);
  await page.getByRole("link", { name: "Don't have an account? Sign up" }).click();
  await signUp(page, email, password);
  await expect(confirmation(page)).toHaveText("Check your email for the confirmation link");
  await open(page, await inbox.latestLink(email));
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
  await expectFits(page);
  await page.getByRole("button", { name: "Delete A_long" }).click();
  await expect(page.getByRole("listitem")).toHaveText([/^Milk/]);
}

/** Expects that the note is still there, and that the first bytes of a server-rendered page contain the user's name. */
async function reload(page: Page, { isBuilt, rendersOnServer }: Running): Promise<void> {
  await page.reload();
  await expectAlive(page);
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
  // Behind a proxy the request's own host is not the visitor's, so no answer may contain it.
  const callback = await page.request.get("/auth/callback?error=access_denied", {
    maxRedirects: 0,
  });
  expect(callback.headers()["location"]).toBe("/?error=access_denied");
  for (const cookie of await page.context().cookies()) {
    expect([cookie.name, cookie.sameSite, cookie.secure]).toEqual([cookie.name, "Lax", isBuilt]);
  }
}

async function resetPassword(page: Page, inbox: Inbox, email: string): Promise<void> {
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByLabel("Email address").fill(email);
  await button(page, "Send reset link").click();
  await expect(confirmation(page)).toHaveText("Check your email for the password reset link");
  await open(page, await inbox.latestLink(email));
  await expect(view(page, "Set a new password")).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill("an entirely new one");
  await button(page, "Update password").click();
  await expectNotes(page, email);
  await signOut(page);
  await signIn(page, email, "an entirely new one");
  await expectNotes(page, email);
  await signOut(page);
}

/** A magic link creates an account, too. It works once: the second time the form reports that. */
async function signInByMagicLink(page: Page, inbox: Inbox): Promise<void> {
  const email = freshAddress();
  await page.getByRole("link", { name: "Email me a magic link" }).click();
  await page.getByLabel("Email address").fill(email);
  await button(page, "Send magic link").click();
  await expect(confirmation(page)).toHaveText("Check your email for the magic link");
  const link = await inbox.latestLink(email);
  await open(page, link);
  await expectNotes(page, email);
  await signOut(page);
  await open(page, link);
  await expect(danger(page)).toHaveText(/invalid or has expired/);
}

/**
 * In another browser the link of a server-rendered example opens no session, and the form reports that.
 */
async function followElsewhere(
  browser: Browser,
  page: Page,
  inbox: Inbox,
  running: Running,
): Promise<void> {
  const email = freshAddress();
  await open(page, "/#auth-sign-up");
  await expect(view(page, "Create an account")).toBeVisible();
  await signUp(page, email, password);
  await expect(confirmation(page)).toHaveText("Check your email for the confirmation link");
  const context = await browser.newContext({ baseURL: running.page });
  const otherPage = await context.newPage();
  await open(otherPage, await inbox.latestLink(email));
  await expect(danger(otherPage)).toHaveText(/code verifier/i);
  await signIn(otherPage, email, password);
  await expectNotes(otherPage, email);
  await context.close();
}

async function signInByGitHub(page: Page): Promise<void> {
  await open(page, "/");
  await button(page, "Sign in with GitHub").click();
  await button(page, "Deny").click();
  await expect(danger(page)).toHaveText(/denied/i);
  await button(page, "Sign in with GitHub").click();
  const email = freshAddress();
  await page.getByRole("radio", { name: /Someone else/ }).check();
  await page.getByRole("textbox", { name: "Name" }).fill("Mary Jackson");
  await page.getByRole("textbox", { name: "Email address" }).fill(email);
  await button(page, "Allow").click();
  await expectNotes(page, email);
  await expectAlive(page);
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
  await expectOutside(page);
}

/** Expects that the page fits the width of the screen. */
async function expectFits(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(320);
}
