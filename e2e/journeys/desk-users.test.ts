import type { Page } from "@playwright/test";
import { createProjectClient, type DeskServer, openScreen, startDesk } from "../desk.ts";
import { expect, test } from "../test.ts";
import { checkAccessibility } from "../tour.ts";

const ada = "0b0a2f0e-6a0f-4a5e-9d43-0c8f6b7f0a01";

const migration = `
  insert into auth.users (id, email, aud, role, raw_user_meta_data) values
    ('${ada}', 'ada@example.com', 'authenticated', 'authenticated',
      '{"full_name":"<img src=x onerror=alert(1)>"}');
  insert into auth.users (id, email, aud, role, created_at)
    select gen_random_uuid(), 'user' || n || '@many.example', 'authenticated', 'authenticated',
      now() - n * interval '1 hour' from generate_series(1, 120) as n;
  create table public.notes (id int primary key, owner_id uuid references auth.users (id) on delete cascade);
  alter table public.notes enable row level security;
  create policy own on public.notes for select to authenticated using (owner_id = (select auth.uid()));
  insert into public.notes select n, case when n <= 2 then '${ada}'::uuid end from generate_series(1, 30) as n;
  create table public."<b>secrets</b>" (id int);
  revoke all on public."<b>secrets</b>" from authenticated;`;

let desk: DeskServer;

async function openUser(page: Page, email: string) {
  await openScreen(page, desk.link, "People");
  await page.getByRole("searchbox", { name: "Search users" }).fill(email);
  await page.getByRole("link", { name: email }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(email);
}

test.describe("the desk's people and mail", () => {
  // All tests of this file share one server, so they run in one worker.
  test.describe.configure({ mode: "default" });
  test.beforeAll(async () => {
    desk = await startDesk(migration);
  });
  test.afterAll(() => desk.stop());

  test("people are found by address and metadata, page by page", async ({ page }) => {
    await openScreen(page, desk.link, "People");
    await expect(page.getByText("121 users")).toBeVisible();
    const entries = page.getByRole("region", { name: "Users" }).getByRole("listitem");
    await expect(entries).toHaveCount(50);
    await checkAccessibility(page, "the list of people");
    await page.getByRole("button", { name: "Show more" }).click();
    await expect(entries).toHaveCount(100);
    await page.getByRole("searchbox", { name: "Search users" }).fill("onerror");
    await expect(page.getByText("1 user", { exact: true })).toBeVisible();
    await expect(entries).toContainText("<img src=x onerror=alert(1)>");
    await page.getByRole("searchbox", { name: "Search users" }).fill("nothing like this");
    await expect(page.getByText("No user matches.")).toBeVisible();
  });

  test("a user is created, changed, banned and deleted by keyboard", async ({ page }) => {
    await openScreen(page, desk.link, "People");
    await page.getByRole("button", { name: "New user" }).focus();
    await page.keyboard.press("Enter");
    const form = page.getByRole("dialog", { name: "New user" });
    await expect(form.getByLabel("Email")).toBeFocused();
    await checkAccessibility(page, "the form of a new user");
    await form.getByLabel("Email").focus();
    await page.keyboard.type("grace@example.com");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.type("a-long-password");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("grace@example.com");
    const client = await createProjectClient(desk);
    const credentials = { email: "grace@example.com", password: "a-long-password" };
    expect((await client.auth.signInWithPassword(credentials)).error).toBeNull();

    await page.reload();
    await expect(page.getByRole("heading", { name: "Sessions (1)" })).toBeVisible();
    await checkAccessibility(page, "an account");
    await page
      .getByRole("button", { name: /^End session|^End/ })
      .first()
      .focus();
    await page.keyboard.press("Enter");
    const question = page.getByRole("dialog", { name: "End this session?" });
    await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
    await question.getByRole("button", { name: "End session" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Not signed in anywhere.")).toBeVisible();

    await page.getByRole("button", { name: "Edit metadata" }).focus();
    await page.keyboard.press("Enter");
    const metadata = page.getByLabel("User metadata, which the user can change");
    await metadata.fill("[1]");
    await expect(page.getByText("The value must be a JSON object.")).toBeVisible();
    await checkAccessibility(page, "metadata that cannot be saved");
    await metadata.fill('{"plan": "pro"}');
    await page.getByRole("button", { name: "Save" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText('"plan": "pro"')).toBeVisible();

    await page.getByRole("button", { name: "Ban" }).click();
    const ban = page.getByRole("dialog", { name: "Ban this user?" });
    await ban.getByLabel("For how long").selectOption("A week");
    await ban.getByRole("button", { name: "Ban" }).click();
    await expect(page.getByText(/^Banned until /)).toBeVisible();
    expect((await client.auth.signInWithPassword(credentials)).error?.code).toBe("user_banned");
    await page.getByRole("button", { name: "End ban" }).click();
    await expect(page.getByText(/^Banned until /)).toBeHidden();

    await page.getByRole("button", { name: "Delete user" }).click();
    const deletion = page.getByRole("dialog", { name: "Delete this user?" });
    await expect(deletion.getByText("No row of the project refers to the user.")).toBeVisible();
    await deletion.getByLabel("Type grace@example.com to confirm").fill("grace@example.com");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("People");
    expect((await client.auth.signInWithPassword(credentials)).error?.code).toBe(
      "invalid_credentials",
    );
  });

  test("what a user can read is counted, and leads to the table as this user", async ({ page }) => {
    await openUser(page, "ada@example.com");
    await page.getByRole("link", { name: "Can read" }).click();
    await expect(page.getByText("2 of 30 rows")).toBeVisible();
    await expect(page.getByText("permission denied for table <b>secrets</b>")).toBeVisible();
    await checkAccessibility(page, "what a user can read");
    await page.getByRole("button", { name: "Show public.notes as this user" }).click();
    await expect(page.getByRole("button", { name: "As ada@example.com" })).toBeVisible();
    await expect(page.getByText("2 rows", { exact: true })).toBeVisible();
    // Reset the role, because the other tests expect to see the project as its owner.
    await page.evaluate(() => sessionStorage.removeItem("portico.desk.run-as"));
  });

  test("the deletion dialog lists the rows of an account, and deletes nothing without its name", async ({
    page,
  }) => {
    await openUser(page, "ada@example.com");
    await page.getByRole("button", { name: "Delete user" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete this user?" });
    await expect(dialog.getByText("2 rows of public.notes are deleted (owner_id)")).toBeVisible();
    await checkAccessibility(page, "the question before a deletion");
    await dialog.getByLabel(/^Type ada/).fill("ada@example");
    await dialog.getByRole("button", { name: "Delete user" }).click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("ada@example.com");
  });

  test("the application opens as a user in a window without access to the desk", async ({
    page,
    context,
  }) => {
    await openUser(page, "user1@many.example");
    await page.getByRole("button", { name: "Open the application as this user" }).click();
    const link = page.getByRole("link", { name: "Open in a new window" });
    await checkAccessibility(page, "the link into the application");
    // The project's application is not running. The test only needs its address, so answer here.
    await context.route("http://localhost:3000/**", (route) =>
      route.fulfill({ contentType: "text/html", body: "<title>Application</title>" }),
    );
    const [applicationPage] = await Promise.all([context.waitForEvent("page"), link.click()]);
    await applicationPage.waitForURL(/access_token=/);
    expect(await applicationPage.evaluate(() => window.opener)).toBeNull();
    await applicationPage.close();
    await expect(page.getByRole("dialog")).toBeHidden();
  });

  test("a message arrives while the list is open, and is read without scripts and pictures", async ({
    page,
    context,
    pageErrors,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await openScreen(page, desk.link, "Mail");
    const list = page.getByRole("region", { name: "Messages" });
    await expect(list.getByRole("status")).toHaveText(/message/);
    const deletion = await fetch(`${desk.server.url}/inbox/api/v1/messages`, { method: "DELETE" });
    expect(deletion.ok).toBe(true);
    await expect(list.getByText("No messages yet.")).toBeVisible();
    await checkAccessibility(page, "an empty inbox");
    const client = await createProjectClient(desk);
    await client.auth.signInWithOtp({ email: "new@example.com" });
    await expect(list.getByRole("status")).toHaveText("1 message, 1 unread");
    await list.getByRole("link", { name: /new@example\.com/ }).focus();
    await page.keyboard.press("Enter");
    await expect(list.getByRole("status")).toHaveText("1 message");
    const frame = page.getByTitle(/^Email: /);
    await expect(frame).toHaveAttribute("sandbox", "allow-popups allow-popups-to-escape-sandbox");
    await expect(frame.contentFrame().getByRole("link").first()).toBeVisible();
    await checkAccessibility(page, "a message");
    await page.getByRole("button", { name: "Copy the code" }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\d{6}$/);
    for (const view of ["Text", "Headers", "Source"]) {
      await page.getByRole("button", { name: view, exact: true }).click();
      await expect(page.getByText("new@example.com").last()).toBeVisible();
    }
    await checkAccessibility(page, "the source of a message");
    await page.getByRole("searchbox", { name: "Search messages" }).fill("nobody-like-this");
    await expect(list.getByText("No message matches.")).toBeVisible();
    await page.getByRole("searchbox", { name: "Search messages" }).fill("");
    await page.getByRole("button", { name: "Delete all" }).click();
    await page
      .getByRole("dialog", { name: "Delete all messages?" })
      .getByRole("button", { name: "Delete all" })
      .click();
    await expect(list.getByText("No messages yet.")).toBeVisible();
    pageErrors.expectNoResponse();
    await context.setOffline(true);
    await page.getByRole("searchbox", { name: "Search messages" }).fill("offline");
    await expect(list.getByRole("alert")).toContainText("The server does not answer.");
    await context.setOffline(false);
    await list.getByRole("button", { name: "Try again" }).click();
    await expect(list.getByText("No message matches.")).toBeVisible();
  });
});
