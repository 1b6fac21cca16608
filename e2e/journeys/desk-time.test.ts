import { createProjectClient, type DeskServer, openScreen, startDesk } from "../desk.ts";
import { expect, test } from "../test.ts";
import { checkAccessibility } from "../tour.ts";

const config = `project_id = "shop"
[auth.external.github]
enabled = true
`;

let desk: DeskServer;

const signUp = async (email: string) =>
  (await createProjectClient(desk)).auth.signUp({ email, password: "a-long-password" });

test.describe("the desk's time and trouble", () => {
  // All tests of this file share one server, so they run in one worker.
  test.describe.configure({ mode: "default" });
  test.beforeAll(async () => {
    const migration = "create table notes (id int primary key);";
    desk = await startDesk(migration, { files: { "config.toml": config }, isStored: true });
  });
  test.afterAll(() => desk.stop());

  test("the clock and a trouble are switched on by keyboard, seen on every screen, and undone", async ({
    page,
  }) => {
    await openScreen(page, desk.link, "Time");
    await expect(page.getByText("the time of this machine")).toBeVisible();
    await checkAccessibility(page, "the time of the machine");
    await page.getByRole("button", { name: "+30 days" }).focus();
    await page.keyboard.press("Enter");
    const warning = page.getByRole("status").filter({ hasText: "Details" });
    await expect(warning).toContainText("The clock is 30 days ahead.");
    const { data } = await signUp("later@example.com");
    expect(data.session?.expires_at).toBeGreaterThan(Date.now() / 1_000 + 29 * 24 * 60 * 60);

    await page.getByLabel("Rate limits are reached").focus();
    await page.keyboard.press("Space");
    await expect(warning).toContainText("All requests exceed the rate limits.");
    expect((await signUp("limited@example.com")).error?.status).toBe(429);
    await page.getByLabel("Slow mail").selectOption("60 seconds");
    await expect(warning).toContainText("Messages take 1 minute longer.");
    await checkAccessibility(page, "a clock that was moved, and trouble");
    await page.setViewportSize({ width: 1280, height: 800 });
    await page
      .getByRole("navigation", { name: "Screens" })
      .getByRole("link", { name: "Jobs" })
      .click();
    await warning.getByRole("button", { name: "Undo" }).focus();
    await page.keyboard.press("Enter");
    await expect(warning).toBeHidden();
    expect((await signUp("limited@example.com")).error).toBeNull();
  });

  test("the sandbox is a click away, and a provider that is down refuses the sign-in", async ({
    page,
  }) => {
    await openScreen(page, desk.link, "Time");
    const link = page.getByRole("link", { name: "Sign in with github in a new tab" });
    const [sandbox] = await Promise.all([page.waitForEvent("popup"), link.click()]);
    await expect(sandbox).toHaveTitle(/GitHub/);
    await sandbox.close();
  });

  test("a snapshot is saved, says what going back deletes, and is restored while the server runs", async ({
    page,
    pageErrors,
  }) => {
    await openScreen(page, desk.link, "Time");
    await expect(page.getByText("There are none yet.")).toBeVisible();
    await page.getByLabel("Name").fill("a/b");
    pageErrors.expectStatus(400);
    await page.getByRole("button", { name: "Save a snapshot" }).click();
    await expect(page.getByRole("alert")).toContainText("A snapshot's name has up to 64 letters");
    await page.getByLabel("Name").fill("before");
    await page.getByRole("button", { name: "Save a snapshot" }).click();
    await expect(page.getByText("Saved the snapshot before.")).toBeVisible();
    expect((await signUp("lost@example.com")).error).toBeNull();
    await page.getByRole("button", { name: "Back to here (before)" }).click();
    const dialog = page.getByRole("dialog", { name: "Back to before" });
    await expect(dialog.getByText(/^1 new account$/)).toBeVisible();
    await checkAccessibility(page, "what going back deletes");
    // The page's other polls fail while the server restarts.
    pageErrors.expectNoResponse();
    pageErrors.expectStatus(503);
    await dialog.getByRole("button", { name: "Go back" }).click();
    await expect(page.getByText("The database is that of the snapshot before.")).toBeVisible({
      timeout: 60_000,
    });
    expect((await signUp("lost@example.com")).error).toBeNull();
  });
});
