import type { Page } from "@playwright/test";
import { openSignedIn } from "../accounts.ts";
import { note, openNewNote, save } from "../notebook.ts";
import { expectSignedIn, expectSignedOut, signOut, toast } from "../sign-in-form.ts";
import { expect, test } from "../test.ts";

const field = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("textbox", { name, exact: true });
const drafts = (page: Page) => page.getByRole("list", { name: "Drafts" }).getByRole("listitem");
const restoredNotice = (page: Page) => page.getByText("We've restored your unsaved text.");

/** Submits with Enter, because the button that was used last has a different name. */
async function signInAgain(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Your password").fill(password);
  await page.keyboard.press("Enter");
}

test("a draft survives Escape, a closed tab and a sign-out, and no other account sees it @main", async ({
  page,
  context,
  account,
  api,
}) => {
  await api.createNotes(account, [{ title: "Bread", body: "Flour" }]);
  await openSignedIn(page, account, "/notes");
  await openNewNote(page);
  await field(page, "Title").fill("Half a thought");
  await page.keyboard.press("Escape");
  await expect(toast(page, "Your text is kept as a draft on this device")).toBeVisible();
  await expect(drafts(page)).toHaveText([/Half a thought.*New note, not saved/s]);

  await note(page, "Bread").getByRole("link").click();
  await field(page, "Text").fill("Flour and water");
  const otherPage = await context.newPage();
  await page.close();
  await otherPage.goto("/notes");
  await expect(note(otherPage, "Bread")).toContainText("Unsaved changes");

  await signOut(otherPage);
  await expectSignedOut(otherPage);
  const otherAccount = await api.createAccount(`other-${account.email}`);
  await signInAgain(otherPage, otherAccount.email, otherAccount.password);
  await expectSignedIn(otherPage);
  await expect(drafts(otherPage)).toHaveCount(0);
  await openNewNote(otherPage);
  await expect(field(otherPage, "Title")).toHaveValue("");
  await otherPage.keyboard.press("Escape");
  await signOut(otherPage);
  await expectSignedOut(otherPage);

  await signInAgain(otherPage, account.email, account.password);
  await expectSignedIn(otherPage);
  await note(otherPage, "Bread").getByRole("link").click();
  await expect(restoredNotice(otherPage)).toBeVisible();
  await expect(field(otherPage, "Text")).toHaveValue("Flour and water");
  await save(otherPage);
  await expect(note(otherPage, "Bread")).not.toContainText("Unsaved changes");
  await openNewNote(otherPage);
  await expect(field(otherPage, "Title")).toHaveValue("Half a thought");
  await otherPage.getByRole("button", { name: "Start a new note" }).click();
  await expect(field(otherPage, "Title")).toHaveValue("");
  await field(otherPage, "Title").fill("Another");
  await otherPage.keyboard.press("Escape");
  await expect(drafts(otherPage)).toHaveCount(2);
});

test("undoing Cancel restores the text and the caret", async ({ page, account }) => {
  await openSignedIn(page, account, "/notes");
  await openNewNote(page);
  await field(page, "Title").fill("Not to be lost");
  await field(page, "Text").fill("one two");
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(drafts(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(field(page, "Title")).toHaveValue("Not to be lost");
  await expect(field(page, "Text")).toBeFocused();
  await page.keyboard.type("X");
  await expect(field(page, "Text")).toHaveValue("one twXo");

  // The list can also discard a draft and restore it.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard the draft “Not to be lost”" }).click();
  await expect(drafts(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(drafts(page)).toHaveCount(1);
});

test("a draft survives a sign-out in another tab", async ({ page, context, account }) => {
  await openSignedIn(page, account, "/notes");
  const otherPage = await context.newPage();
  await otherPage.goto("/account");
  await openNewNote(page);
  await field(page, "Text").fill("Written before the end");
  await signOut(otherPage);
  await expectSignedOut(page);
  await signInAgain(page, account.email, account.password);
  await expectSignedIn(page);
  await expect(drafts(page)).toContainText(["Written before the end"]);
});
