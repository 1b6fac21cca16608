import { expect, type Page } from "@playwright/test";
import { signUp, view } from "../sign-in-form.ts";
import { freshAddress } from "../test.ts";
import type { Addresses } from "./start.ts";

/** The password of all users in these journeys. */
export const password = "a long and quiet evening";

/** Returns the button that only signed-in users see. */
export const signOutButton = (page: Page) => page.getByRole("button", { name: "Sign out" }).first();

/** Waits until a user is signed in, then signs out. */
export async function waitAndSignOut(page: Page): Promise<void> {
  await signOutButton(page).click();
  await expect(view(page, "Sign in")).toBeVisible();
}

/** Signs up on the product and opens the link of the email, which signs in. Returns the address. */
export async function signUpByLink(
  page: Page,
  { product }: Addresses,
  nextLink: (email: string) => Promise<string>,
): Promise<string> {
  const email = freshAddress();
  await page.goto(`${product}/#auth-sign-up`);
  await signUp(page, email, password);
  await page.goto(await nextLink(email));
  await expect(signOutButton(page)).toBeVisible();
  return email;
}
