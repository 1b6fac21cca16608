import { createProjectClient, type DeskServer, openScreen, startDesk, viewAs } from "../desk.ts";
import { expect, test } from "../test.ts";
import { checkAccessibility } from "../tour.ts";

const migration = `
  insert into auth.users (id, email, aud, role) values
    ('0b0a2f0e-6a0f-4a5e-9d43-0c8f6b7f0a01', 'ada@example.com', 'authenticated', 'authenticated');
  create table public.notes (id int primary key, title text);
  alter table public.notes enable row level security;
  create policy "<b>own</b>" on public.notes for select to authenticated
    using (title = (select auth.email()));
  insert into public.notes values (1, '<img src=x onerror=alert(1)>');
  create table public."<i>open</i>" (id int primary key);`;

let desk: DeskServer;

test.describe("the desk's requests, reasons and advice", () => {
  // All tests of this file share one server, so they run in one worker.
  test.describe.configure({ mode: "default" });
  test.beforeAll(async () => {
    desk = await startDesk(migration);
  });
  test.afterAll(() => desk.stop());

  test("requests appear as they arrive, are repeated and copied, and lead to their reason @main", async ({
    page,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await openScreen(page, desk.link, "Requests");
    // The list already contains the requests that the test sent to find out whether the server was ready.
    await page.getByLabel("Wire").selectOption("rest");
    await expect(page.getByRole("heading", { name: "No request matches" })).toBeVisible();
    await checkAccessibility(page, "no requests");
    const client = await createProjectClient(desk);
    await client.auth.signUp({ email: "grace@example.com", password: "a-long-password" });
    await client.from("notes").select("id").eq("title", "<img src=x onerror=alert(1)>");
    await client.from("notes").insert({ id: 7, title: "<script>alert(1)</script>" });
    const readRequest = page.getByRole("button", { name: /^200 GET \/rest\/v1\/notes/ });
    await expect(readRequest).toContainText("grace@example.com");
    await expect(readRequest).toContainText("0 rows");
    await checkAccessibility(page, "a list of requests");
    await page.getByLabel("Wire").selectOption("auth");
    await expect(readRequest).toBeHidden();
    await page.getByLabel("Wire").selectOption("rest");
    await page.getByLabel("Search requests").fill("nothing like this");
    await expect(page.getByRole("heading", { name: "No request matches" })).toBeVisible();
    await page.getByLabel("Search requests").fill("");

    await page.getByRole("button", { name: "Pause" }).click();
    await client.from("notes").select("title");
    await expect(page.getByText("2 requests")).toBeVisible();
    await page.getByRole("button", { name: "Paused" }).click();
    await expect(page.getByText("3 requests")).toBeVisible();
    await page.getByRole("button", { name: /^Pin GET .*select=id/ }).click();
    await expect(page.getByRole("listitem").first()).toContainText("select=id");

    const writeRequest = page.getByRole("button", { name: /^403 POST \/rest\/v1\/notes/ });
    await writeRequest.click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("<script>alert(1)</script>")).toBeVisible();
    await expect(dialog.getByRole("heading", { name: /^SQL, .*SQLSTATE 42501/ })).toBeVisible();
    await dialog.getByRole("button", { name: "Repeat" }).click();
    await dialog.getByRole("button", { name: "Send again" }).click();
    await expect(dialog.getByRole("heading", { name: "Response now: 403" })).toBeVisible();
    await checkAccessibility(page, "the details of a request");
    const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await dialog.getByRole("button", { name: "Copy as curl" }).click();
    await expect.poll(readClipboard).toContain("-H 'authorization: Bearer YOUR_ACCESS_TOKEN'");
    expect(await readClipboard()).not.toContain("eyJ");
    await dialog.getByRole("button", { name: "Copy as supabase-js" }).click();
    await expect.poll(readClipboard).toContain('.from("notes")\n  .insert({"id":7');
    expect(await readClipboard()).not.toContain("eyJ");
    await dialog.getByRole("link", { name: "Why?" }).click();
    await expect(page.getByText(/^403: /)).toBeVisible();
  });

  test("why explains a request as a chosen caller, and saves a test that was shown @both", async ({
    page,
    pageErrors,
  }) => {
    await openScreen(page, desk.link, "Why");
    await page.getByLabel("Path").fill("/auth/v1/user");
    pageErrors.expectStatus(400);
    await page.getByRole("button", { name: "Explain" }).click();
    await expect(page.getByRole("alert")).toContainText("The path must begin with /rest/v1/");
    await page.getByLabel("Path").fill("/rest/v1/notes?id=eq.1");
    await page.getByRole("button", { name: "Explain" }).click();
    await expect(page.getByText(/^200, no rows: /)).toBeVisible();
    await viewAs(page, /^ada@example\.com/);
    await expect(page.getByText(/<b>own<\/b>/).first()).toBeVisible();
    await expect(page.getByRole("heading", { name: "Rows that do not pass" })).toBeVisible();
    await checkAccessibility(page, "an explanation");
    await page.getByRole("button", { name: "Expect the current result" }).click();
    const dialog = page.getByRole("dialog", { name: "Save as a test" });
    await expect(dialog.getByLabel("Content")).toHaveValue(/select plan\(2\)/);
    await checkAccessibility(page, "a test to save");
    await dialog.getByLabel("Name").fill("notes-of-others");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved supabase/tests/notes-of-others.test.sql.")).toBeVisible();
  });

  test("advice shows what is wrong and saves its fix as a migration @both", async ({ page }) => {
    await openScreen(page, desk.link, "Advice");
    await expect(page.getByText("<i>open</i>").first()).toBeVisible();
    await checkAccessibility(page, "advice");
    await page
      .getByRole("listitem")
      .filter({ hasText: "enable row level security" })
      .first()
      .getByRole("button", { name: /^Save as migration/ })
      .click();
    const dialog = page.getByRole("dialog", { name: "Save as a migration" });
    await expect(dialog.getByLabel("Content")).toHaveValue(/enable row level security/);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(/^Saved supabase\/migrations\/\d{14}_fix_/)).toBeVisible();
  });
});
