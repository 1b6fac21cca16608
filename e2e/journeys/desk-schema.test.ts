import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type DeskServer, openTable, startDesk } from "../desk.ts";
import { expect, test } from "../test.ts";
import { checkAccessibility } from "../tour.ts";

const migration = `
  create type public.status as enum ('open', 'paid');
  create table public.customers (id bigint generated always as identity primary key,
    email text not null unique, user_id uuid references auth.users (id));
  create table public.orders (id bigint generated always as identity primary key,
    customer_id bigint not null references public.customers (id), status public.status, total numeric(10, 2));
  create table public.lines (order_id bigint references public.orders (id), number int, primary key (order_id, number));
  create view public.paid as select id, total from public.orders where status = 'paid';
  insert into public.customers (email) values ('ada@example.com'), ('bob@example.com');`;

let desk: DeskServer;
const migrations = () => readdir(join(desk.project, "supabase/migrations"));

test.describe("the structure in the desk", () => {
  test.describe.configure({ mode: "default" });
  test.beforeAll(async () => {
    desk = await startDesk(migration);
  });
  test.afterAll(() => desk.stop());

  test("the diagram draws tables and foreign keys, and lists them as text", async ({ page }) => {
    await page.goto(desk.link);
    await page.getByRole("link", { name: "Diagram" }).click();
    const canvas = page.getByRole("region", { name: /^Diagram of public/ });
    await expect(canvas.getByRole("link", { name: "orders" })).toBeVisible();
    await expect(canvas.locator(".react-flow__edge")).toHaveCount(3);
    await page.getByText("relations as a list").click();
    await expect(page.getByRole("list", { name: "Relations" })).toContainText(
      "orders (customer_id) references customers (id), many to one",
    );
    await checkAccessibility(page, "the diagram");
    await canvas.focus();
    const viewport = canvas.locator(".react-flow__viewport");
    const earlierStyle = await viewport.getAttribute("style");
    await page.keyboard.press("ArrowRight");
    await expect(viewport).not.toHaveAttribute("style", earlierStyle ?? "");
    await canvas.getByRole("link", { name: "orders" }).press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("public.orders");
  });

  test("a new table, a column and a policy become migrations, by keyboard", async ({ page }) => {
    await page.goto(desk.link);
    await page.getByRole("button", { name: "New table" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByLabel("Name", { exact: true }).first()).toBeFocused();
    await page.keyboard.type("invoices");
    await checkAccessibility(page, "the form of a new table");
    await page.keyboard.press("Enter");
    await expect(dialog.getByLabel("SQL")).toHaveValue(/create table "public"\."invoices"/);
    await checkAccessibility(page, "the SQL of a new table");
    await dialog.getByRole("button", { name: "Save and apply" }).press("Enter");
    await expect(
      page.getByText(/^Applied supabase\/migrations\/\d+_create_table_invoices\.sql/),
    ).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("public.invoices");

    // Deliver the columns of the other tables only after the form is open.
    const columns = Promise.withResolvers<void>();
    await page.route("**/desk/api/names", async (route) => {
      await columns.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: "Add a column" }).press("Enter");
    await dialog.getByLabel("Name", { exact: true }).fill("user_id");
    await dialog.getByLabel("Type", { exact: true }).fill("uuid");
    await expect(dialog.getByLabel("References").getByRole("option")).toHaveText([
      "no other table",
    ]);
    columns.resolve();
    await dialog.getByLabel("References").selectOption("auth.users");
    await expect(dialog.getByLabel("Column", { exact: true })).toHaveValue("id");
    await dialog.getByRole("button", { name: "Show the SQL" }).press("Enter");
    await dialog.getByRole("button", { name: "Save and apply" }).press("Enter");
    await expect(page.getByRole("link", { name: "auth.users" })).toBeVisible();

    await page.getByRole("button", { name: "Add a policy" }).press("Enter");
    await dialog.getByLabel("Template").selectOption("Owner only");
    await expect(dialog.getByLabel("Using")).toHaveValue("user_id = (select auth.uid())");
    await checkAccessibility(page, "the form of a policy");
    await dialog.getByRole("button", { name: "Show the SQL" }).press("Enter");
    await dialog.getByRole("button", { name: "Save and apply" }).press("Enter");
    await expect(page.getByText("owners read and write their rows").first()).toBeVisible();
    await expect(dialog).toBeHidden();
    await checkAccessibility(page, "the structure of a table");

    const files = await migrations();
    const policy = files.find((name) => name.includes("create_policy")) ?? "";
    const text = await readFile(join(desk.project, "supabase/migrations", policy), "utf8");
    expect(text).toContain('for all to "authenticated"');
  });

  test("a change shows what it destroys, and one that fails leaves no file", async ({
    page,
    pageErrors,
  }) => {
    await openTable(page, desk.link, "customers");
    await page.getByRole("link", { name: "Structure" }).click();
    const earlierFiles = await migrations();
    await page.getByRole("button", { name: "Drop the table" }).click();
    const dialog = page.getByRole("dialog");
    const losses = dialog.getByRole("list", { name: "What this destroys or opens" });
    await expect(losses).toContainText("Deletes the table public.customers and its 2 rows");
    await expect(dialog.getByRole("alert")).toContainText("other objects depend on it");
    await checkAccessibility(page, "a change that PostgreSQL would refuse");
    pageErrors.expectStatus(400);
    await dialog.getByRole("button", { name: "Save and apply" }).click();
    await expect(dialog.getByText("SQLSTATE 2BP01")).toBeVisible();
    expect(await migrations()).toEqual(earlierFiles);
    await dialog.getByLabel("Also drop what depends on it").check();
    await expect(losses).toContainText("Also drops constraint orders_customer_id_fkey");
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("public.customers");
  });

  test("enums get values and lose none", async ({ page }) => {
    await page.goto(desk.link);
    await page.getByRole("link", { name: "Enums" }).click();
    await page.getByRole("button", { name: "Add a value to status" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Value").fill("late");
    await dialog.getByLabel("Before").selectOption("paid");
    await dialog.getByRole("button", { name: "Show the SQL" }).click();
    await dialog.getByRole("button", { name: "Save and apply" }).click();
    await expect(
      page.getByRole("list", { name: "Values of status" }).getByRole("button"),
    ).toHaveText(["open", "late", "paid"]);
    await expect(dialog).toBeHidden();
    await checkAccessibility(page, "the enums");
  });
});
