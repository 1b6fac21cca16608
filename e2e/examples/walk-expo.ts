import type { Browser, Page } from "@playwright/test";
import { Inbox } from "@portico/backend/testing";
import { PageErrors } from "../page-errors.ts";
import { button } from "../sign-in-form.ts";
import { expect, freshAddress } from "../test.ts";
import type { RunningExample } from "./walk.ts";

const password = "correct horse battery";

/** Tests the Expo example in a browser. The example has its own forms, built on the kit's hooks. */
export async function walkExpo(browser: Browser, example: RunningExample): Promise<void> {
  const inbox = new Inbox(example.backend);
  const pageErrors = new PageErrors();
  const context = await browser.newContext({
    baseURL: example.page,
    viewport: { width: 320, height: 640 },
  });
  await pageErrors.observe(context);
  const page = await context.newPage();
  const email = freshAddress();

  await page.goto("/");
  await fill(page, email, password);
  await button(page, "Sign up").click();
  await expect(page.getByText("Check your email for the confirmation link")).toBeVisible();
  await page.goto(await inbox.latestLink(email));
  await expectNotes(page, email);

  await page.getByLabel("New note").fill("Milk");
  await button(page, "Add").click();
  await expect(page.getByRole("listitem")).toHaveText([/^Milk/]);
  await page.reload();
  await expect(page.getByRole("listitem")).toHaveText([/^Milk/]);
  await button(page, "Delete Milk").click();
  await expect(page.getByRole("listitem")).toHaveCount(0);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(320);
  await signOut(page);

  pageErrors.expectStatus(400);
  await fill(page, email, "a wrong password");
  await button(page, "Sign in").click();
  await expect(page.getByRole("alert")).toHaveText("Invalid login credentials");

  await button(page, "Forgot your password?").click();
  await expect(page.getByText("Check your email for the password reset link")).toBeVisible();
  await page.goto(await inbox.latestLink(email));
  await expect(page.getByRole("heading", { name: "Set a new password" })).toBeVisible();
  await page.getByLabel("New password").fill("an entirely new one");
  await button(page, "Update password").click();
  await expectNotes(page, email);
  await signOut(page);

  await signInByMagicLink(page, inbox);
  await signInByGitHub(page);
  expect(pageErrors.unexpected(), "errors in the browser").toEqual([]);
  await context.close();
}

/** Signs in with a magic link. The second use of the link must report an error. */
async function signInByMagicLink(page: Page, inbox: Inbox): Promise<void> {
  const email = freshAddress();
  await page.getByLabel("Email address").fill(email);
  await button(page, "Send magic link").click();
  await expect(page.getByText("Check your email for the magic link")).toBeVisible();
  const link = await inbox.latestLink(email);
  await page.goto(link);
  await expectNotes(page, email);
  await signOut(page);
  await page.goto(link);
  await expect(page.getByRole("alert")).toHaveText(/invalid or has expired/);
}

async function signInByGitHub(page: Page): Promise<void> {
  await button(page, "Sign in with GitHub").click();
  const email = freshAddress();
  await page.getByRole("radio", { name: /Someone else/ }).check();
  await page.getByRole("textbox", { name: "Name" }).fill("Mary Jackson");
  await page.getByRole("textbox", { name: "Email address" }).fill(email);
  await button(page, "Allow").click();
  await expectNotes(page, email);
  await signOut(page);
}

async function fill(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(secret);
}

async function expectNotes(page: Page, email: string): Promise<void> {
  await expect(page.getByRole("heading", { name: "Notes", exact: true })).toBeVisible();
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
}

async function signOut(page: Page): Promise<void> {
  await button(page, "Sign out").click();
  await expect(page.getByRole("heading", { name: "Sign in", exact: true })).toBeVisible();
}
