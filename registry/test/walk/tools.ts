import { randomUUID } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import { Inbox } from "../../../packages/backend/src/testing/index.ts";

const backend = process.env["BACKEND"] ?? "";

/** The messages that the backend sent. */
export const inbox = new Inbox(backend);

export const password = "correct horse battery";

/** Returns an e-mail that no other test uses. */
export function uniqueEmail(): string {
  return `${randomUUID()}@example.com`;
}

/** Returns the form's alert. Next.js has another alert, which announces routes. */
export function alertOf(page: Page): Locator {
  return page.locator("[role=alert]:not(#__next-route-announcer__)");
}

/** Opens a page of the application, and waits until it is hydrated. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator("output[data-status]")).toBeAttached();
}

/** Waits until this user is signed in. Without an argument, waits until the user is signed out. */
export async function expectSignedIn(page: Page, email?: string): Promise<void> {
  const status = page.locator("output[data-status]");
  await expect(status).toHaveAttribute("data-status", email ? "signed-in" : "signed-out");
  if (email) await expect(status).toHaveAttribute("data-user", email);
}

/** Creates an account with the form, confirms its e-mail, and returns the e-mail. */
export async function signUp(page: Page, email = uniqueEmail()): Promise<string> {
  await open(page, "/sign-up");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Create a password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByRole("status")).toHaveText("Check your email for the confirmation link");
  await page.goto(await inbox.latestLink(email));
  await expectSignedIn(page, email);
  return email;
}

/** Signs in with the block's form. */
export async function signIn(page: Page, email: string, typedPassword = password): Promise<void> {
  await open(page, "/sign-in");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Your password", { exact: true }).fill(typedPassword);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Removes the session from the browser. */
export async function clearSession(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.context().clearCookies();
}
