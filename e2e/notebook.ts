import { expect, type Locator, type Page } from "@playwright/test";

/** The notes in sight, in order. */
export function rows(page: Page): Locator {
  return page.getByRole("list", { name: "Your notes" }).getByRole("listitem");
}

/** The note with this title. */
export function note(page: Page, title: string): Locator {
  return rows(page).filter({ has: page.getByRole("heading", { name: title, exact: true }) });
}

/** Opens the editor of a new note. */
export async function openNewNote(page: Page): Promise<Locator> {
  await page.getByRole("link", { name: "New note" }).click();
  return page.getByRole("dialog", { name: "New note" });
}

/** Saves what is in the editor, and waits until it is closed and the address is the list's again. */
export async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/notes(\?|$)/);
}
