import { readFile } from "node:fs/promises";
import { openSignedIn } from "../accounts.ts";
import { noteRows, save } from "../notebook.ts";
import { toast } from "../sign-in-form.ts";
import { expect, test } from "../test.ts";

const manyNotes = Array.from({ length: 23 }, (_, index) => ({ title: `Note ${index + 1}` }));

test("a search finds notes that contain all words literally", async ({ page, account, api }) => {
  await api.createNotes(account, [
    { title: "Bread", body: "100% rye" },
    { title: "Rye whisky", body: "100 proof" },
    { title: "Shopping", body: "bread_knife" },
  ]);
  await openSignedIn(page, account);
  const search = page.getByRole("searchbox", { name: "Search notes" });
  await search.fill("bread");
  await expect(noteRows(page).getByRole("heading")).toHaveText(["Shopping", "Bread"]);
  await expect(page).toHaveURL(/\?q=bread$/);
  await search.fill("RYE 100%");
  await expect(noteRows(page).getByRole("heading")).toHaveText(["Bread"]);
  await search.fill("d_k");
  await expect(noteRows(page).getByRole("heading")).toHaveText(["Shopping"]);
  await search.fill("caviar");
  await expect(page.getByRole("heading", { name: "No results for “caviar”" })).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).last().click();
  await expect(noteRows(page)).toHaveCount(3);

  await page.goto("/notes?q=whisky");
  await expect(search).toHaveValue("whisky");
  await expect(noteRows(page).getByRole("heading")).toHaveText(["Rye whisky"]);
});

test("the list can be sorted by change, creation and title", async ({ page, account, api }) => {
  await api.createNotes(account, [{ title: "banana" }, { title: "Cherry" }, { title: "Apple" }]);
  await openSignedIn(page, account);
  await expect(noteRows(page).getByRole("heading")).toHaveText(["Apple", "Cherry", "banana"]);
  await noteRows(page).last().getByRole("link").click();
  await page.getByRole("textbox", { name: "Text" }).fill("ripe");
  await save(page);
  await expect(noteRows(page).getByRole("heading")).toHaveText(["banana", "Apple", "Cherry"]);

  const sort = page.getByRole("combobox", { name: "Sort by" });
  await sort.selectOption("Newest");
  await expect(noteRows(page).getByRole("heading")).toHaveText(["Apple", "Cherry", "banana"]);
  await sort.selectOption("Title");
  await expect(noteRows(page).getByRole("heading")).toHaveText(["Apple", "banana", "Cherry"]);
  await page.reload();
  await expect(sort).toHaveValue("heading");
  await expect(noteRows(page).getByRole("heading")).toHaveText(["Apple", "banana", "Cherry"]);
});

test("the list has pages and shows which notes of how many @both", async ({
  page,
  account,
  api,
}) => {
  await api.createNotes(account, manyNotes);
  await openSignedIn(page, account);
  const pages = page.getByRole("navigation", { name: "Pages" });
  await expect(pages).toContainText("1–10 of 23");
  await expect(noteRows(page)).toHaveCount(10);
  await pages.getByRole("button", { name: "Next" }).click();
  await expect(pages).toContainText("11–20 of 23");
  await expect(noteRows(page).first()).toContainText("Note 13");
  await pages.getByRole("button", { name: "Next" }).click();
  await expect(pages).toContainText("21–23 of 23");
  await expect(noteRows(page).getByRole("heading")).toHaveText(["Note 3", "Note 2", "Note 1"]);
  await expect(pages.getByRole("button", { name: "Next" })).toBeDisabled();

  await page.goBack();
  await expect(pages).toContainText("11–20 of 23");
  await pages.getByRole("button", { name: "Previous" }).click();
  await expect(pages).toContainText("1–10 of 23");

  await page.goto("/notes?page=3");
  await expect(noteRows(page)).toHaveCount(3);
  for (const title of ["Note 3", "Note 2", "Note 1"]) {
    await page.getByRole("button", { name: `Delete “${title}”`, exact: true }).click();
    await expect(page.getByRole("heading", { name: title, exact: true })).toHaveCount(0);
  }
  await expect(pages).toContainText("11–20 of 20");
});

test("the export contains all notes of a search", async ({ page, account, api }) => {
  await api.createNotes(account, [
    ...manyNotes,
    { title: 'She said "no"', body: "one\ntwo, three", pinned: true },
    { title: "Grüße", body: "=1+1" },
  ]);
  await openSignedIn(page, account);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^notes-\d{4}-\d\d-\d\d\.csv$/);
  await expect(toast(page, "25 notes exported")).toBeVisible();
  const text = await readFile(await file.path(), "utf8");
  const [header, ...records] = text.replace(/^\ufeff/, "").split(/\r?\n(?=[0-9a-f-]{36},)/);
  expect(header).toBe("id,title,body,pinned,created_at,updated_at");
  expect(records).toHaveLength(25);
  expect(records[0]).toContain(',"She said ""no""","one\ntwo, three",true,');
  expect(records[1]).toContain(",Grüße,'=1+1,false,");
  expect(records[24]).toContain(",Note 1,,false,");

  await page.getByRole("searchbox", { name: "Search notes" }).fill("note 2");
  await expect(page.getByRole("navigation", { name: "Pages" })).toContainText("1–6 of 6");
  const secondDownload = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const exportedText = await readFile(await (await secondDownload).path(), "utf8");
  expect(exportedText.trim().split(/\r?\n/)).toHaveLength(7);
});

test("the list shows statistics of notes and words", async ({ page, account, api }) => {
  await api.createNotes(account, [
    { title: "Two words" },
    { title: "Three", body: "more words", pinned: true },
  ]);
  await openSignedIn(page, account);
  const statistics = page.getByRole("region", { name: "Statistics" });
  await expect(statistics.getByRole("definition")).toHaveText(["2", "1", "2", "5"]);
  await expect(statistics.getByRole("term")).toHaveText([
    "notes",
    "pinned",
    "edited this week",
    "words",
  ]);
  await page.getByRole("button", { name: "Delete “Three”" }).click();
  await expect(statistics.getByRole("definition")).toHaveText(["1", "1", "2"]);
});
