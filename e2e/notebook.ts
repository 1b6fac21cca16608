import { expect, type Locator, type Page } from "@playwright/test";

/** Returns the visible notes in order. */
export function noteRows(page: Page): Locator {
  return page.getByRole("list", { name: "Your notes" }).getByRole("listitem");
}

/** Returns the note with this title. */
export function note(page: Page, title: string): Locator {
  return noteRows(page).filter({ has: page.getByRole("heading", { name: title, exact: true }) });
}

/** Opens the editor of a new note. */
export async function openNewNote(page: Page): Promise<Locator> {
  await page.getByRole("link", { name: "New note" }).click();
  return page.getByRole("dialog", { name: "New note" });
}

/** Saves the note, and waits until the editor is closed and the address is that of the list again. */
export async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/notes(\?|$)/);
}
