import type { Page } from "@playwright/test";
import { enter } from "../accounts.ts";
import { note, openNewNote, save } from "../notebook.ts";
import { expectInside, expectOutside, toast } from "../sign-in-form.ts";
import { expect, test } from "../test.ts";

const field = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("textbox", { name, exact: true });
const drafts = (page: Page) => page.getByRole("list", { name: "Drafts" }).getByRole("listitem");
const restored = (page: Page) => page.getByText("We've restored your unsaved text.");

/** Submits with Enter, because the last used button has a different name. */
async function signInAgain(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Your password").fill(password);
  await page.keyboard.press("Enter");
}

test("a draft survives Escape, a closed tab and a sign-out, and no other account sees it @main", async ({
  page,
  context,
  account,
  wire,
}) => {
  await wire.write(account, [{ title: "Bread", body: "Flour" }]);
  await enter(page, account, "/notes");
  await openNewNote(page);
  await field(page, "Title").fill("Half a thought");
  await page.keyboard.press("Escape");
  await expect(toast(page, "Your text is kept as a draft on this device")).toBeVisible();
  await expect(drafts(page)).toHaveText([/Half a thought.*New note, not saved/s]);

  await note(page, "Bread").getByRole("link").click();
  await field(page, "Text").fill("Flour and water");
  const other = await context.newPage();
  await page.close();
  await other.goto("/notes");
  await expect(note(other, "Bread")).toContainText("Unsaved changes");

  await other.getByRole("button", { name: "Sign out" }).click();
  await expectOutside(other);
  const otherAccount = await wire.account(`other-${account.email}`);
  await signInAgain(other, otherAccount.email, otherAccount.password);
  await expectInside(other);
  await expect(drafts(other)).toHaveCount(0);
  await openNewNote(other);
  await expect(field(other, "Title")).toHaveValue("");
  await other.keyboard.press("Escape");
  await other.getByRole("button", { name: "Sign out" }).click();
  await expectOutside(other);

  await signInAgain(other, account.email, account.password);
  await expectInside(other);
  await note(other, "Bread").getByRole("link").click();
  await expect(restored(other)).toBeVisible();
  await expect(field(other, "Text")).toHaveValue("Flour and water");
  await save(other);
  await expect(note(other, "Bread")).not.toContainText("Unsaved changes");
  await openNewNote(other);
  await expect(field(other, "Title")).toHaveValue("Half a thought");
  await other.getByRole("button", { name: "Start a new note" }).click();
  await expect(field(other, "Title")).toHaveValue("");
  await field(other, "Title").fill("Another");
  await other.keyboard.press("Escape");
  await expect(drafts(other)).toHaveCount(2);
});

test("undoing Cancel restores the text and the caret", async ({ page, account }) => {
  await enter(page, account, "/notes");
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
  await enter(page, account, "/notes");
  const other = await context.newPage();
  await other.goto("/account");
  await openNewNote(page);
  await field(page, "Text").fill("Written before the end");
  await other.getByRole("button", { name: "Sign out" }).first().click();
  await expectOutside(page);
  await signInAgain(page, account.email, account.password);
  await expectInside(page);
  await expect(drafts(page)).toContainText(["Written before the end"]);
});
