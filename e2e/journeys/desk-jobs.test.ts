import { type DeskServer, openScreen, startDesk } from "../desk.ts";
import { expect, test } from "../test.ts";
import { checkAccessibility } from "../tour.ts";

const migration = `
  create extension pg_cron;
  create extension pgmq;
  create table public.runs (id int generated always as identity primary key);
  select cron.schedule('<b>tidy</b>', '0 3 1 1 *', 'insert into public.runs default values');
  select cron.schedule('broken', '@yearly', 'select 1 / 0');
  select pgmq.create('mails');
  create trigger "<i>hook</i>" after insert on public.runs for each row
    execute function supabase_functions.http_request('http://127.0.0.1:1/', 'POST', '{}', '{}', '1000');`;

let desk: DeskServer;

test.describe("the desk's jobs", () => {
  // All tests of this file share one server, so they run in one worker.
  test.describe.configure({ mode: "default" });
  test.beforeAll(async () => {
    desk = await startDesk(migration);
  });
  test.afterAll(() => desk.stop());

  test("jobs run on request, a failure is explained, and a webhook shows why it failed", async ({
    page,
  }) => {
    await openScreen(page, desk.link, "Jobs");
    await expect(page.getByRole("heading", { name: "<b>tidy</b>" })).toBeVisible();
    await page.getByRole("button", { name: "Run now (broken)" }).click();
    await expect(page.getByText("ERROR: division by zero")).toBeVisible();
    await page.getByRole("button", { name: "Run now (<b>tidy</b>)" }).click();
    await page.getByRole("button", { name: "Runs of <b>tidy</b>" }).click();
    const runs = page.getByRole("dialog", { name: "Runs of <b>tidy</b>" });
    await expect(runs.getByText("succeeded: 1 row").or(runs.getByText("succeeded"))).toBeVisible();
    await checkAccessibility(page, "the runs of a job");
    await runs.getByRole("button", { name: "Close" }).press("Enter");
    await expect(page.getByText(/The receiver|ECONNREFUSED|connect/i).first()).toBeVisible();
    await page.getByRole("button", { name: "Pause (<b>tidy</b>)" }).press("Enter");
    await expect(page.getByText("paused")).toBeVisible();
    await checkAccessibility(page, "jobs, queues and webhooks");
  });

  test("a queue is filled, read without taking, archived and emptied", async ({
    page,
    pageErrors,
  }) => {
    await openScreen(page, desk.link, "Jobs");
    await page.getByRole("button", { name: "Open the queue mails" }).click();
    const dialog = page.getByRole("dialog", { name: "mails" });
    await expect(dialog.getByText("The queue is empty.")).toBeVisible();
    const message = dialog.getByLabel("New message, as JSON");
    await message.fill("{");
    pageErrors.expectStatus(400);
    await dialog.getByRole("button", { name: "Send" }).click();
    await expect(dialog.getByRole("alert")).toContainText("SQLSTATE 22P02");
    for (const text of ['{"to": "<script>alert(1)</script>"}', "2"]) {
      await message.fill(text);
      await dialog.getByRole("button", { name: "Send" }).click();
      await expect(dialog.getByText(text, { exact: true }).last()).toBeVisible();
    }
    await expect(dialog.getByText("Message 1, sent")).toBeVisible();
    await checkAccessibility(page, "the messages of a queue");
    await dialog.getByRole("button", { name: "Archive message 1" }).click();
    await dialog.getByRole("button", { name: "Delete message 2" }).click();
    await expect(dialog.getByText("The queue is empty.")).toBeVisible();
    await dialog.getByRole("button", { name: "Archive", exact: true }).click();
    await expect(dialog.getByText(/Message 1, .*archived/)).toBeVisible();
  });

  test("a project without extensions says how to install them, and an absent server is reported", async ({
    page,
    pageErrors,
  }) => {
    const emptyDesk = await startDesk("select 1;");
    await openScreen(page, emptyDesk.link, "Jobs");
    await expect(page.getByText("pg_cron is not installed.")).toBeVisible();
    await expect(page.getByText("pgmq is not installed.")).toBeVisible();
    await checkAccessibility(page, "no jobs");
    pageErrors.expectNoResponse();
    await emptyDesk.stop();
    await expect(page.getByRole("alert")).toContainText("The server does not answer.");
  });
});
