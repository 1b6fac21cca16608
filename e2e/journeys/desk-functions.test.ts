import { type DeskServer, openScreen, seeAs, startDesk } from "../desk.ts";
import { expect, test } from "../test.ts";
import { examine } from "../tour.ts";

const files = {
  "config.toml": `project_id = "shop"
[functions.open]
verify_jwt = false
`,
  "functions/open/index.ts": `Deno.serve(async (request) => {
    console.log("<b>called</b>");
    return new Response("<h1>" + request.method + "</h1>" + await request.text());
  });`,
  "functions/broken/index.ts": "throw new Error('this module is broken');",
};

let desk: DeskServer;

test.describe("the desk's functions", () => {
  // One server for all of these.
  test.describe.configure({ mode: "default" });
  test.beforeAll(async () => {
    desk = await startDesk("select 1;", { files });
  });
  test.afterAll(() => desk.stop());

  test("a function is called, its answer and log are shown, and the call is copied", async ({
    page,
    context,
    complaints,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await openScreen(page, desk.link, "Functions");
    await expect(page.getByText("supabase/functions/open/index.ts")).toBeVisible();
    test.skip(
      await page.getByText("Functions wait for Deno.").isVisible(),
      "Deno is not installed",
    );
    await examine(page, "functions");
    await page.getByRole("button", { name: "Call open" }).click();
    await page.getByLabel("Headers, one a line").fill("no header");
    await page.getByRole("button", { name: "Call", exact: true }).click();
    await expect(page.getByRole("alert")).toContainText("is not a header");
    await page.getByLabel("Headers, one a line").fill("content-type: application/json");
    await page.getByLabel("Body").fill('{"a": 1}');
    await page.getByRole("button", { name: "Call", exact: true }).press("Enter");
    const answer = page.getByRole("status", { name: "Answer" });
    await expect(answer).toContainText('<h1>POST</h1>{"a": 1}', { timeout: 60_000 });
    await expect(answer).toContainText(/200 .*ms, 21 B/);
    await expect(page.getByText("<b>called</b>")).toBeVisible();
    await examine(page, "an answer of a function");
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole("button", { name: "Copy as curl" }).click();
    await expect.poll(copied).toContain(`-X POST '${desk.server.url}/functions/v1/open'`);
    await page.getByRole("button", { name: "Copy as supabase-js" }).click();
    await expect.poll(copied).toContain('.functions.invoke("open"');
    expect(await copied()).not.toContain("eyJ");

    await seeAs(page, /^service_role/);
    await page.getByRole("button", { name: "Call broken" }).click();
    complaints.expectStatus(503);
    await page.getByRole("button", { name: "Call", exact: true }).click();
    await expect(answer).toContainText("BOOT_ERROR", { timeout: 60_000 });
    await expect(page.getByText(/this module is broken/).first()).toBeVisible();
    await expect(
      page.getByText("Its process ended by itself. The log has the reason."),
    ).toBeVisible();
    await examine(page, "a function that does not start");
  });

  test("a project without functions says how to add one", async ({ page }) => {
    const empty = await startDesk("select 1;");
    await openScreen(page, empty.link, "Functions");
    await expect(page.getByRole("heading", { name: "No functions" })).toBeVisible();
    await examine(page, "no functions");
    // The page would notice that its server is gone.
    await page.goto("about:blank");
    await empty.stop();
  });
});
