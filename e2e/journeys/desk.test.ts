import { cellOf, type DeskServer, openTable, startDesk, viewAs } from "../desk.ts";
import { expect, test } from "../test.ts";
import { checkAccessibility } from "../tour.ts";

const ada = "0b0a2f0e-6a0f-4a5e-9d43-0c8f6b7f0a01";
const columns = Array.from(
  { length: 200 },
  (_, index) => `c${index} text default 'value ${index}'`,
);

const migration = `
  insert into auth.users (id, email, aud, role)
    values ('${ada}', 'ada@example.com', 'authenticated', 'authenticated');
  create type public.status as enum ('open', 'paid');
  create table public.notes (id bigint generated always as identity primary key,
    owner_id uuid references auth.users (id), title text not null, status public.status,
    done boolean not null default false, tags text[], body jsonb);
  alter table public.notes enable row level security;
  create policy "owners read" on public.notes for select to authenticated
    using (owner_id = (select auth.uid()));
  revoke select on public.notes from anon;
  insert into public.notes (title, owner_id) select 'Note ' || n, case when n <= 2 then '${ada}'::uuid end
    from generate_series(1, 3000) as n;
  create table public.empty_table (id int primary key, title text);
  create table public.wide (id int primary key, ${columns.join()});
  insert into public.wide (id) select generate_series(1, 300);
  create table public."<b>bold</b>" (id int primary key, "<script>alert(1)</script>" text);
  insert into public."<b>bold</b>" values (1, '<img src=x onerror=alert(1)>'), (2, 'مرحبا بالعالم'),
    (3, E'one\\ntwo'), (4, repeat('long ', 1000));
  analyze public.notes;`;

let desk: DeskServer;

test.describe("the desk", () => {
  // All tests of this file share one server, so they run in one worker.
  test.describe.configure({ mode: "default" });
  test.beforeAll(async () => {
    desk = await startDesk(migration);
  });
  test.afterAll(() => desk.stop());

  test("a table is shown, a cell is edited by keyboard, and changes are undone @main", async ({
    page,
  }) => {
    const grid = await openTable(page, desk.link, "notes");
    expect(page.url()).not.toContain("key");
    await expect(page.getByText("3,000 rows")).toBeVisible();
    await grid.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    const editor = page.getByRole("dialog", { name: "title, text" });
    await editor.getByRole("textbox").fill("Changed");
    await page.keyboard.press("Enter");
    await expect(editor).toBeHidden();
    await expect(cellOf(grid, 1, 3)).toHaveText("Changed");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(cellOf(grid, 1, 3)).toHaveText("Note 1");

    await page.getByRole("checkbox", { name: "Select row 1", exact: true }).click();
    await page.getByRole("checkbox", { name: "Select row 2", exact: true }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Deleted 2 rows.")).toBeVisible();
    await expect(cellOf(grid, 1, 1)).toHaveText("3");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(cellOf(grid, 1, 3)).toHaveText("Note 1");
    await expect(cellOf(grid, 2, 1)).toHaveText("2");
  });

  test("a table is shown as a user and as a visitor sees it, with the reason if it is empty or forbidden @both", async ({
    page,
    pageErrors,
  }) => {
    const grid = await openTable(page, desk.link, "notes");
    await viewAs(page, /^ada@example\.com/);
    await expect(page.getByText("2 rows", { exact: true })).toBeVisible();
    await cellOf(grid, 1, 3).dblclick();
    await page.getByRole("textbox", { name: "title" }).fill("Not allowed");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("alert")).toContainText(
      "no policy lets authenticated update this row",
    );
    await page.keyboard.press("Escape");
    pageErrors.expectStatus(403);
    await viewAs(page, /^anon/);
    await expect(page.getByRole("alert")).toContainText("permission denied for table notes");
    await checkAccessibility(page, "a refused table");
    await viewAs(page, /^postgres/);
    await expect(page.getByText("3,000 rows")).toBeVisible();
  });

  test("inserts and imports rows, takes that back, and copies them", async ({
    page,
    context,
    pageErrors,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await openTable(page, desk.link, "empty_table");
    await expect(page.getByRole("heading", { name: "No rows" })).toBeVisible();
    await page.getByRole("button", { name: "Insert" }).click();
    const form = page.getByRole("dialog", { name: "New row in empty_table" });
    await form.getByLabel("id integer").fill("1");
    await form.getByRole("button", { name: "title: NULL" }).click();
    await form.getByLabel("title text").fill('A "quoted", title');
    await checkAccessibility(page, "the form of a new row");
    await form.getByRole("button", { name: "Insert row" }).click();
    const grid = page.getByRole("grid");
    await expect(cellOf(grid, 1, 2)).toHaveText('A "quoted", title');

    await page.getByRole("button", { name: "Import" }).click();
    await page.getByLabel(/^CSV file/).setInputFiles({
      name: "rows.csv",
      mimeType: "text/csv",
      buffer: Buffer.from('id;title;other\n2;"Two; and more";x\n3;;x\n'),
    });
    await expect(page.getByText("Left out: “other”.")).toBeVisible();
    await page.getByRole("button", { name: "Import 2 rows" }).click();
    await expect(cellOf(grid, 2, 2)).toHaveText("Two; and more");
    await expect(cellOf(grid, 3, 2)).toHaveText("NULL");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("1 row", { exact: true })).toBeVisible();

    await page.getByRole("button", { name: "Import" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/^CSV file/).setInputFiles({
      name: "rows.csv",
      mimeType: "text/csv",
      buffer: Buffer.from('id;name\n2;"Two; and more"\n\nthree;x\n3;\n'),
    });
    await dialog.getByRole("combobox", { name: "name" }).selectOption("title");
    await checkAccessibility(page, "an import with its columns");
    pageErrors.expectStatus(400);
    await dialog.getByRole("button", { name: "Import 3 rows" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Line 4, id: invalid input syntax");
    await dialog.getByLabel(/^CSV file/).setInputFiles({
      name: "rows.csv",
      mimeType: "text/csv",
      buffer: Buffer.from('id;title\n2;"Two; and more"\n3;\n'),
    });
    await dialog.getByRole("button", { name: "Import 2 rows" }).click();
    await expect(cellOf(grid, 3, 2)).toHaveText("NULL");

    await page.getByRole("checkbox", { name: "Select all loaded rows" }).click();
    const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole("button", { name: "CSV" }).click();
    await expect
      .poll(readClipboard)
      .toBe('id,title\r\n1,"A ""quoted"", title"\r\n2,Two; and more\r\n3,');
    await page.getByRole("button", { name: "SQL" }).click();
    await expect.poll(readClipboard).toContain(`(1, 'A "quoted", title')`);
    await page.getByRole("button", { name: "JSON" }).click();
    await expect.poll(readClipboard).toContain('{ "id": 3, "title": null }');
  });

  test("scrolls through many rows and 200 columns with few elements", async ({ page }) => {
    const grid = await openTable(page, desk.link, "notes");
    for (const count of [90, 190, 290]) {
      await expect
        .poll(async () => {
          await grid.evaluate((element) => element.scrollBy(0, 4000));
          return Number(await grid.getByRole("row").last().getAttribute("aria-rowindex"));
        })
        .toBeGreaterThan(count);
    }
    expect(await grid.getByRole("row").count()).toBeLessThan(80);

    const wideGrid = await openTable(page, desk.link, "wide");
    await expect(cellOf(wideGrid, 1, 1)).toHaveText("1");
    await wideGrid.focus();
    await page.keyboard.press("End");
    await expect(cellOf(wideGrid, 1, 201)).toHaveText("value 199");
    expect(await wideGrid.getByRole("columnheader").count()).toBeLessThan(30);
  });

  test("filters, searches and sorts, and keeps all that in the address", async ({ page }) => {
    const grid = await openTable(page, desk.link, "notes");
    await page.getByRole("searchbox", { name: "Search rows" }).fill("note 299");
    await expect(page.getByText("11 rows")).toBeVisible();
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByLabel("Column").selectOption("id");
    await page.getByLabel("Condition").selectOption("is at least");
    await page.getByLabel("Value").fill("2998");
    await page.getByRole("button", { name: "Add filter" }).click();
    await expect(page.getByText("2 rows")).toBeVisible();
    await grid.getByRole("button", { name: /^title/ }).click();
    await grid.getByRole("button", { name: /^title/ }).click();
    await expect(cellOf(grid, 1, 3)).toHaveText("Note 2999");
    await page.reload();
    await expect(cellOf(grid, 1, 3)).toHaveText("Note 2999");
    await page.getByRole("button", { name: "Remove the filter of id" }).click();
    await expect(page.getByText("11 rows")).toBeVisible();
  });

  test("hostile names and values are shown as text", async ({ page }) => {
    const grid = await openTable(page, desk.link, "<b>bold</b>");
    await expect(grid.getByRole("columnheader", { name: /alert/ })).toContainText(
      "<script>alert(1)</script>",
    );
    await expect(cellOf(grid, 1, 2)).toHaveText("<img src=x onerror=alert(1)>");
    await expect(cellOf(grid, 3, 2)).toHaveText("one ↵ two");
    await cellOf(grid, 4, 2).dblclick();
    await expect(page.getByRole("dialog").getByRole("textbox")).toHaveValue("long ".repeat(1000));
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Structure" }).click();
    await expect(page.getByText("<script>alert(1)</script>")).toBeVisible();
    await checkAccessibility(page, "the structure of a hostile table");
  });

  test("SQL runs as a role, its plan is drawn, and an error leads to its position @both", async ({
    page,
    pageErrors,
  }) => {
    await page.goto(desk.link);
    await page.getByRole("link", { name: "SQL" }).click();
    const editor = page.getByRole("textbox", { name: "SQL" });
    await editor.click();
    await page.keyboard.type("select title from no");
    await page.getByRole("option", { name: "notes" }).click();
    await page.keyboard.type(" order by id limit 2; select count(*) as total from notes;");
    await page.keyboard.press("Control+Enter");
    const result = (number: number) =>
      page.getByRole("region", { name: `Result ${number}`, exact: true });
    await expect(result(1).getByRole("cell")).toHaveText(["Note 1", "Note 2"]);
    await expect(result(2).getByRole("cell")).toHaveText("3000");
    await viewAs(page, /^ada@example\.com/);
    await page.getByRole("button", { name: "Run" }).click();
    await expect(result(2).getByRole("cell")).toHaveText("2");
    await checkAccessibility(page, "the results of a script");

    await viewAs(page, /^postgres/);
    await editor.press("Control+End");
    await page.keyboard.type(" select nothing from notes");
    pageErrors.expectStatus(400);
    await page.getByRole("button", { name: "Run" }).click();
    await expect(page.getByRole("alert")).toContainText('column "nothing" does not exist');
    await page.getByRole("button", { name: "Show in the editor" }).click();
    await expect(editor).toBeFocused();
    await page.keyboard.press("Shift+Home");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("select id, ");
    await page.keyboard.press("Shift+End");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("title from notes where id < 10");
    await page.getByRole("button", { name: "Explain" }).click();
    const plan = page.getByRole("region", { name: "Plan" });
    await expect(plan).toContainText("on notes");
    await checkAccessibility(page, "a plan");
    await page.getByRole("button", { name: "History" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /select nothing/ })
      .click();
    await expect(editor).toContainText("select nothing");
  });

  test("the desk opens only with its link, and reports that the server is unreachable", async ({
    page,
    pageErrors,
  }) => {
    await page.goto(`${desk.server.url}/desk/tables/public/notes`);
    await expect(page.getByRole("heading", { name: "Open the desk" })).toBeVisible();
    await checkAccessibility(page, "the locked desk");
    await page.getByLabel("Link").fill("nonsense");
    await page.getByRole("button", { name: "Open" }).click();
    await expect(page.getByRole("alert")).toHaveText("This is not a link of the desk.");
    pageErrors.expectStatus(401);
    await page.getByLabel("Link").fill("x".repeat(32));
    await page.getByRole("button", { name: "Open" }).click();
    await expect(page.getByText("its link has changed")).toBeVisible();
    await page.getByLabel("Link").fill(desk.link);
    await page.getByRole("button", { name: "Open" }).click();
    await expect(page.getByText("3,000 rows")).toBeVisible();
    await checkAccessibility(page, "the rows of a table");
    pageErrors.expectNoResponse();
    await page.route("**/desk/api/**", (route) => route.abort());
    await page.getByRole("button", { name: "Reload rows" }).click();
    await expect(page.getByRole("alert")).toContainText("The server does not answer");
    await page.unroute("**/desk/api/**");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("3,000 rows")).toBeVisible();
  });
});
