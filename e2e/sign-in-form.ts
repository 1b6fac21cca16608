import { expect, type Locator, type Page } from "@playwright/test";

/** Returns the heading of a view, which is visible while the form shows that view. */
export function view(page: Page, heading: string): Locator {
  return page.getByRole("main").getByRole("heading", { name: heading, exact: true });
}

/** Returns the error message of the form. */
export function errorMessage(page: Page): Locator {
  return page.getByRole("main").getByRole("alert").locator("[data-color=danger]");
}

/** Returns the success message of the form. */
export function successMessage(page: Page): Locator {
  return page.getByRole("main").getByRole("status").locator(".supabase-auth-ui_ui-message");
}

/** Returns the visible notice at the bottom of the page. */
export function toast(page: Page, text: string | RegExp): Locator {
  return page.getByText(text).and(page.locator("[aria-hidden=true]"));
}

/** Returns the form's button with exactly this name. Social buttons have longer names. */
export function button(page: Page, name: string): Locator {
  return page.getByRole("button", { name, exact: true });
}

/** Opens the disclosure with the less common sign-in methods. */
export async function openMoreMethods(page: Page): Promise<void> {
  await page.getByText(/^More ways to sign (in|up)$/).click();
}

/** Fills in the form of the sign-in view, which must be shown, and sends it. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Your password").fill(password);
  await button(page, "Sign in").click();
}

/** Fills in the form of the sign-up view, which must be shown, and sends it. */
export async function signUp(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Create a password").fill(password);
  await button(page, "Sign up").click();
}

/** Waits until the user is signed in and the address no longer contains a token or code. */
export async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Notes", exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/notes$/);
}

/** Returns the button that opens the user menu on a signed-in page. */
export function userButton(page: Page): Locator {
  return page.getByRole("button", { name: /^Account menu: / });
}

/** Signs out of this browser, through the user menu. */
export async function signOut(page: Page): Promise<void> {
  const item = page.getByRole("menuitem", { name: "Sign out", exact: true });
  // A page that finishes loading takes the focus, which closes the menu, so try again.
  await expect(async () => {
    if (!(await item.isVisible())) await userButton(page).click();
    await item.click({ timeout: 2000 });
  }).toPass();
}

/** Waits until the sign-in form is visible and the protected pages are not. */
export async function expectSignedOut(page: Page): Promise<void> {
  await expect(view(page, "Sign in")).toBeVisible();
  await expect(userButton(page)).toHaveCount(0);
}

/** The headings of the screen that follows a sent message, by view. */
export const sentHeadings = {
  sign_up: "Check your email for the confirmation link",
  magic_link: "Check your email for the magic link",
  forgotten_password: "Check your email for the password reset link",
  email_change: "Check your email",
};

/** Waits until the application has hydrated the page. */
export async function expectHydrated(page: Page): Promise<void> {
  await expect(page.getByRole("link", { name: "Open the inbox" })).toBeVisible();
}

/** Waits for the screen that says where a message was sent. */
export async function expectMessageSent(
  page: Page,
  email: string,
  kind: keyof typeof sentHeadings,
): Promise<void> {
  await expect(view(page, sentHeadings[kind])).toBeVisible();
  await expect(page.getByRole("main").getByText(email, { exact: true })).toBeVisible();
}

/** Presses the only button of the page that a link in a message opens. */
export async function confirmLink(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/confirm\?token_hash=/);
  await page.getByRole("main").getByRole("button").click();
}

/** Opens the link of a message and confirms it. */
export async function followLink(page: Page, link: string | undefined): Promise<void> {
  await page.goto(link ?? "");
  await confirmLink(page);
}
