import { createProjectClient, type DeskServer, openScreen, startDesk, viewAs } from "../desk.ts";
import { expect, test } from "../test.ts";
import { checkAccessibility } from "../tour.ts";

const migration = `
  insert into auth.users (id, email, aud, role) values
    ('0b0a2f0e-6a0f-4a5e-9d43-0c8f6b7f0a01', 'ada@example.com', 'authenticated', 'authenticated');
  create table public.notes (id int primary key, title text);
  alter publication supabase_realtime add table public.notes;
  create policy "ada alone" on realtime.messages for select to authenticated
    using ((select auth.email()) = 'ada@example.com');`;

let desk: DeskServer;

test.describe("the desk's channels", () => {
  // All tests of this file share one server, so they run in one worker.
  test.describe.configure({ mode: "default" });
  test.beforeAll(async () => {
    desk = await startDesk(migration);
  });
  test.afterAll(() => desk.stop());

  test("a channel shows broadcasts, presence and changes of tables as they happen", async ({
    page,
  }) => {
    await openScreen(page, desk.link, "Channels");
    await checkAccessibility(page, "no channel");
    await page.getByLabel("Topic").fill("room <b>1</b>");
    await page.getByLabel("Changes of").selectOption("public.notes");
    await page.getByLabel("Filter").fill("id=gt.5");
    await page.getByLabel("Filter").press("Enter");
    await expect(page.getByText("Joined room <b>1</b> as anon.")).toBeVisible();
    await expect(
      page.getByText("system: ok").or(page.getByText("postgres_changes: ok")),
    ).toBeVisible();

    await page.getByLabel("Payload, as JSON").fill("{");
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByRole("alert")).toContainText("The payload is not JSON");
    await page.getByLabel("Payload, as JSON").fill('{"text": "<img src=x onerror=alert(1)>"}');
    await page.getByRole("button", { name: "Send" }).click();
    const messages = page.getByRole("region", { name: /^Messages/ });
    const broadcast = messages.getByRole("listitem").filter({ hasText: "broadcast" }).first();
    await broadcast.locator("summary").click();
    await expect(broadcast).toContainText("<img src=x onerror=alert(1)>");

    await page.getByRole("button", { name: "Be present" }).click();
    await expect(page.getByRole("heading", { name: "Presence (1)" })).toBeVisible();

    const client = await createProjectClient(desk);
    const inserted = await client.from("notes").insert([{ id: 1 }, { id: 9, title: "nine" }]);
    expect(inserted.error).toBeNull();
    await expect(messages.getByText("INSERT public.notes")).toHaveCount(1);
    await page.getByLabel("Kind").selectOption("change");
    await expect(messages.getByRole("listitem")).toHaveCount(1);
    await checkAccessibility(page, "a channel with messages");

    await page.getByRole("button", { name: "Pause" }).click();
    await client.from("notes").insert({ id: 10 });
    await page.getByLabel("Kind").selectOption("all");
    await page.getByRole("button", { name: "Clear" }).click();
    await expect(messages.getByText("No message has arrived yet.")).toBeVisible();
    await page.getByRole("button", { name: "Leave" }).click();
    await expect(page.getByRole("button", { name: "Join" })).toBeVisible();
  });

  test("a refused join says why, and a user whom policies admit joins", async ({ page }) => {
    await openScreen(page, desk.link, "Channels");
    await page.getByLabel("Topic").fill("secret");
    await page.getByLabel("Private: policies decide who may join").check();
    await page.getByRole("button", { name: "Join" }).click();
    await expect(page.getByRole("alert")).toContainText("The server has refused the join");
    await checkAccessibility(page, "a refused join");
    await viewAs(page, /^ada@example\.com/);
    await page.getByRole("button", { name: "Join" }).click();
    await expect(page.getByText("Joined secret as the chosen user.")).toBeVisible();
    await page.getByRole("button", { name: "Leave" }).click();
    await viewAs(page, /^anon/);
    await page.getByRole("button", { name: "Join" }).click();
    await page.getByRole("link", { name: "Why?" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Why");
    await expect(page.getByLabel("Method")).toHaveValue("SUBSCRIBE");
    await expect(page.getByText("ada alone").first()).toBeVisible();
  });
});
