import { openSignedIn } from "../accounts.ts";
import { note, noteRows, openNewNote, save } from "../notebook.ts";
import { toast } from "../sign-in-form.ts";
import { expect, test } from "../test.ts";

test("a note is created, changed and pinned, and is unchanged after a reload @main", async ({
  page,
  account,
}) => {
  await openSignedIn(page, account);
  await expect(page.getByRole("heading", { name: "Your first note goes here" })).toBeVisible();
  const dialog = await openNewNote(page);
  await expect(dialog.getByRole("textbox", { name: "Title" })).toBeFocused();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Add a title or some text first.");
  await dialog.getByRole("textbox", { name: "Title" }).fill("Bread");
  await dialog.getByRole("textbox", { name: "Text" }).fill("Flour, water, salt");
  await save(page);
  await expect(toast(page, "Note saved")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(noteRows(page)).toHaveCount(1);

  await note(page, "Bread").getByRole("link").click();
  const editor = page.getByRole("dialog", { name: "Edit note" });
  await expect(editor.getByRole("textbox", { name: "Text" })).toHaveValue("Flour, water, salt");
  await editor.getByRole("textbox", { name: "Title" }).fill("Sourdough <b>& co</b>");
  await editor.getByRole("textbox", { name: "Text" }).press("ControlOrMeta+Enter");
  await expect(editor).toHaveCount(0);
  await expect(note(page, "Sourdough <b>& co</b>")).toBeVisible();

  const pinButton = page.getByRole("button", { name: "Pin “Sourdough <b>& co</b>”" });
  await expect(pinButton).toHaveAttribute("aria-pressed", "false");
  await pinButton.click();
  const unpin = page.getByRole("button", { name: "Unpin “Sourdough <b>& co</b>”" });
  await expect(unpin).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("region", { name: "Statistics" })).toContainText("pinned");

  await page.reload();
  await expect(unpin).toBeVisible();
  await expect(noteRows(page)).toHaveCount(1);
  await expect(noteRows(page)).toContainText("Flour, water, salt");
});

test("pinned notes come first", async ({ page, account, api }) => {
  await api.createNotes(account, [{ title: "Old" }, { title: "Middle" }, { title: "New" }]);
  await openSignedIn(page, account);
  await expect(noteRows(page).getByRole("heading")).toHaveText(["New", "Middle", "Old"]);
  await page.getByRole("button", { name: "Pin “Old”" }).click();
  await expect(noteRows(page).getByRole("heading")).toHaveText(["Old", "New", "Middle"]);
  await page.getByRole("button", { name: "Unpin “Old”" }).click();
  await expect(noteRows(page).getByRole("heading")).toHaveText(["New", "Middle", "Old"]);
});

test("a note is deleted at once, and undo restores it", async ({ page, account, api }) => {
  await api.createNotes(account, [{ title: "Stays" }, { title: "Goes", body: "and comes" }]);
  await openSignedIn(page, account);
  await page.getByRole("button", { name: "Delete “Goes”" }).click();
  await expect(noteRows(page).getByRole("heading")).toHaveText(["Stays"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "“Goes” restored")).toBeVisible();
  await expect(noteRows(page).getByRole("heading")).toHaveText(["Goes", "Stays"]);
  await expect(noteRows(page).first()).toContainText("and comes");

  await page.getByRole("button", { name: "Delete “Goes”" }).click();
  await expect(toast(page, "“Goes” deleted")).toBeVisible();
  await page.reload();
  await expect(noteRows(page).getByRole("heading")).toHaveText(["Stays"]);
});

test("a note opens by its address, with its draft", async ({ page, account }) => {
  await openSignedIn(page, account);
  const dialog = await openNewNote(page);
  await dialog.getByRole("textbox", { name: "Title" }).fill("Half a thought");
  await expect(page).toHaveURL(/\/notes\/new$/);
  await page.reload();
  await expect(dialog.getByRole("textbox", { name: "Title" })).toHaveValue("Half a thought");
  await expect(dialog.getByText("We've restored your unsaved text.")).toBeVisible();
  await save(page);
  await note(page, "Half a thought").getByRole("link").click();
  // The editor may open before the address changes, so wait for both.
  await expect(page.getByRole("dialog", { name: "Edit note" })).toBeVisible();
  await expect(page).toHaveURL(/\/notes\/[0-9a-f-]{36}$/);
  const address = page.url();
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goto(address);
  const editor = page.getByRole("dialog", { name: "Edit note" });
  await expect(editor.getByRole("textbox", { name: "Title" })).toHaveValue("Half a thought");
  await page.keyboard.press("Escape");
  await expect(editor).toHaveCount(0);
  await expect(page).toHaveURL(/\/notes$/);
});

test("a user cannot see other users' notes in the list or by address", async ({
  page,
  account,
  api,
  openDevice,
}) => {
  await api.createNotes(account, [{ title: "A secret" }]);
  await openSignedIn(page, account);
  await note(page, "A secret").getByRole("link").click();
  await expect(page.getByRole("dialog", { name: "Edit note" })).toBeVisible();
  await expect(page).toHaveURL(/\/notes\/[0-9a-f-]{36}$/);
  const address = page.url();

  const otherPage = await openDevice();
  await openSignedIn(otherPage, await api.createAccount(`other-${account.email}`));
  await expect(otherPage.getByRole("heading", { name: "Your first note goes here" })).toBeVisible();
  await otherPage.goto(address);
  await expect(otherPage.getByRole("heading", { name: "Note not found" })).toBeVisible();
  await expect(otherPage.getByText("A secret")).toHaveCount(0);
});

test("a note that one tab saves appears in the other", async ({ page, context, account }) => {
  await openSignedIn(page, account);
  const otherPage = await context.newPage();
  await otherPage.goto("/notes");
  const dialog = await openNewNote(otherPage);
  await dialog.getByRole("textbox", { name: "Title" }).fill("From next door");
  await save(otherPage);
  await expect(note(otherPage, "From next door")).toBeVisible();
  await page.reload();
  await expect(note(page, "From next door")).toBeVisible();
});

test("the editor says that a text is too long or that the note was deleted in the meantime", async ({
  page,
  account,
}) => {
  await openSignedIn(page, account);
  const dialog = await openNewNote(page);
  await dialog.getByRole("textbox", { name: "Text" }).fill("word ".repeat(4002));
  await expect(dialog.getByText("10 characters over the limit.")).toBeInViewport({ ratio: 1 });

  await page.goto("/notes/00000000-0000-4000-8000-000000000000");
  const editor = page.getByRole("dialog", { name: "Edit note" });
  const heading = editor.getByRole("heading", { name: "Note not found" });
  const [inner, outer] = [await heading.boundingBox(), await editor.boundingBox()];
  const middle = (box: typeof inner) => Math.round((box?.x ?? 0) + (box?.width ?? 0) / 2);
  expect(Math.abs(middle(inner) - middle(outer))).toBeLessThanOrEqual(1);
});

test("the outcome of a change is shown before the list has reloaded", async ({
  page,
  account,
  api,
}) => {
  await api.createNotes(account, [{ title: "One" }, { title: "Two" }]);
  await openSignedIn(page, account);
  await expect(noteRows(page)).toHaveCount(2);
  await page.route("**/rest/v1/**", async (route) => {
    if (route.request().method() !== "GET") await route.continue();
  });
  await page.getByRole("button", { name: "Delete “One”" }).click();
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "“One” restored")).toBeVisible();
});
