import type { Browser, Locator, Page } from "@playwright/test";
import { Inbox } from "@portico/backend/testing";
import { button, errorMessage, signIn, signUp, successMessage, view } from "../sign-in-form.ts";
import { expect, freshAddress } from "../test.ts";
import type { RunningExample } from "./walk.ts";

const password = "correct horse battery";

/** Tests all forms of a server-rendered example with JavaScript switched off. */
export async function walkWithoutScripts(browser: Browser, example: RunningExample): Promise<void> {
  const inbox = new Inbox(example.backend);
  const context = await browser.newContext({
    baseURL: example.page,
    viewport: { width: 320, height: 640 },
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  const email = freshAddress();

  await page.goto("/");
  await page.getByRole("link", { name: "Don't have an account? Sign up" }).click();
  await expect(page).toHaveURL(/\?view=sign_up$/);
  await signUp(page, email, "short");
  await expectInvalid(page, page.getByLabel("Create a password"), /at least 8 characters/);
  await expect(page.getByLabel("Email address")).toHaveValue(email);
  await signUp(page, email, password);
  await expect(successMessage(page)).toHaveText("Check your email for the confirmation link");
  await expect(page.getByRole("main").getByRole("status").last()).toBeFocused();
  await page.goto(await inbox.latestLink(email));
  await expectNotes(page, email);
  // A signed-in user sees no form.
  await page.goto("/");
  await expectNotes(page, email);
  await signOut(page);

  await signIn(page, email, "a wrong password");
  await expect(errorMessage(page)).toHaveText("Invalid login credentials");
  await expect(page.getByLabel("Email address")).toHaveValue(email);
  await expect(page.getByLabel("Your password")).toHaveValue("");
  await expect(page.getByLabel("Your password")).toBeFocused();
  await expect(page.getByLabel("Your password")).toHaveAccessibleDescription(
    "Invalid login credentials",
  );
  await expect(page).not.toHaveURL(/wrong|example/);
  await page.getByLabel("Your password").fill(password);
  await page.keyboard.press("Enter");
  await expectNotes(page, email);
  await signOut(page);

  await resetPassword(page, inbox, email);
  await signInByMessage(page, inbox);
  await confirmLink(page, inbox, email);
  await signInByGitHub(page);
  await context.close();
}

/**
 * Signs in over a slow connection before the script of the page has arrived. When the form is sent, it must still be
 * the one that the server rendered.
 */
export async function signInBeforeScripts(
  browser: Browser,
  example: RunningExample,
): Promise<void> {
  const context = await browser.newContext({ baseURL: example.page });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  // Chromium's own preset "Slow 3G".
  await devTools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 2_000,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  await page.goto("/", { waitUntil: "commit" });
  await page.getByLabel("Email address").fill("ada@example.com");
  await page.getByLabel("Your password").fill(password);
  const isHydrated = await page
    .locator("#auth-sign-in")
    .evaluate((form) => Object.keys(form).some((name) => name.startsWith("__react")));
  expect(isHydrated, "the script had already arrived").toBe(false);
  await button(page, "Sign in").click({ noWaitAfter: true });
  await expect(page.getByText("Signed in as ada@example.com")).toBeVisible({ timeout: 60_000 });
  await context.close();
}

async function resetPassword(page: Page, inbox: Inbox, email: string): Promise<void> {
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await button(page, "Send reset link").click();
  await expectInvalid(page, page.getByLabel("Email address"), "Enter your email address");
  await page.getByLabel("Email address").fill(email);
  await button(page, "Send reset link").click();
  await expect(successMessage(page)).toHaveText("Check your email for the password reset link");
  await page.goto(await inbox.latestLink(email));
  await expect(view(page, "Set a new password")).toBeVisible();
  const field = page.getByLabel("New password", { exact: true });
  await field.fill("short");
  await button(page, "Update password").click();
  await expectInvalid(page, field, /at least 8 characters/);
  await field.fill("an entirely new one");
  await button(page, "Update password").click();
  await expectNotes(page, email);
  await signOut(page);
  await signIn(page, email, "an entirely new one");
  await expectNotes(page, email);
  await signOut(page);
}

/** Signs in with the link of a message, and with the code of another. */
async function signInByMessage(page: Page, inbox: Inbox): Promise<void> {
  const email = freshAddress();
  const request = async () => {
    await page.getByRole("link", { name: "Email me a magic link" }).click();
    await page.getByLabel("Email address").fill(email);
    await button(page, "Send magic link").click();
    await expect(successMessage(page)).toHaveText("Check your email for the magic link");
  };
  await request();
  const link = await inbox.latestLink(email);
  await page.goto(link);
  await expectNotes(page, email);
  await signOut(page);
  await page.goto(link);
  await expect(errorMessage(page)).toHaveText(/invalid or has expired/);

  await page.goto("/");
  await request();
  const code = await inbox.latestCode(email);
  await page.goto("/?view=verify_otp");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("One-time code").fill("000000");
  await button(page, "Verify code").click();
  await expectInvalid(page, page.getByLabel("One-time code"), /expired or is invalid/);
  await page.getByLabel("One-time code").fill(code);
  await button(page, "Verify code").click();
  await expectNotes(page, email);
  await signOut(page);
}

/** Opens a link with `token_hash`, which e-mail scanners do not use up, and confirms it. */
async function confirmLink(page: Page, inbox: Inbox, email: string): Promise<void> {
  await page.getByRole("link", { name: "Email me a magic link" }).click();
  await page.getByLabel("Email address").fill(email);
  await button(page, "Send magic link").click();
  await expect(successMessage(page)).toHaveText("Check your email for the magic link");
  const hash = new URL(await inbox.latestLink(email)).searchParams.get("token") ?? "";
  const link = `/auth?page=%2F&token_hash=${hash}&type=magiclink`;
  await page.goto(link);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Finish signing in" })).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(hash));
  await button(page, "Sign in").click();
  await expectNotes(page, email);
  await signOut(page);
}

async function signInByGitHub(page: Page): Promise<void> {
  await button(page, "Sign in with GitHub").click();
  await button(page, "Deny").click();
  await expect(errorMessage(page)).toHaveText(/denied/i);
  await button(page, "Sign in with GitHub").click();
  await page.getByRole("radio").first().check();
  await button(page, "Allow").click();
  await expect(page.getByText("Signed in as")).toBeVisible();
  await signOut(page);
}

/** Expects that a field is marked as invalid, has the focus and is described by the message. */
export async function expectInvalid(
  page: Page,
  field: Locator,
  message: string | RegExp,
): Promise<void> {
  await expect(errorMessage(page)).toHaveText(message);
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(message);
  await expect(field).toBeFocused();
}

export async function expectNotes(page: Page, email: string): Promise<void> {
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  await expect(page).toHaveURL(/\/notes$/);
}

async function signOut(page: Page): Promise<void> {
  await button(page, "Sign out").click();
  await expect(view(page, "Sign in")).toBeVisible();
}
