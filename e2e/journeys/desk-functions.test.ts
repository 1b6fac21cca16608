import { type DeskServer, openScreen, startDesk, viewAs } from "../desk.ts";
import { expect, test } from "../test.ts";
import { checkAccessibility } from "../tour.ts";

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
  // All tests of this file share one server, so they run in one worker.
  test.describe.configure({ mode: "default" });
  test.beforeAll(async () => {
    desk = await startDesk("select 1;", { files });
  });
  test.afterAll(() => desk.stop());

  test("a function is called, its response and log are shown, and the call is copied", async ({
    page,
    context,
    pageErrors,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await openScreen(page, desk.link, "Functions");
    await expect(page.getByText("supabase/functions/open/index.ts")).toBeVisible();
    test.skip(
      await page.getByText("Functions wait for Deno.").isVisible(),
      "Deno is not installed",
    );
    await checkAccessibility(page, "functions");
    await page.getByRole("button", { name: "Call open" }).click();
    await page.getByLabel("Headers, one a line").fill("no header");
    await page.getByRole("button", { name: "Call", exact: true }).click();
    await expect(page.getByRole("alert")).toContainText("is not a header");
    await page.getByLabel("Headers, one a line").fill("content-type: application/json");
    await page.getByLabel("Body").fill('{"a": 1}');
    await page.getByRole("button", { name: "Call", exact: true }).press("Enter");
    const response = page.getByRole("status", { name: "Response" });
    await expect(response).toContainText('<h1>POST</h1>{"a": 1}', { timeout: 60_000 });
    await expect(response).toContainText(/200 .*ms, 21 B/);
    await expect(page.getByText("<b>called</b>")).toBeVisible();
    await checkAccessibility(page, "the response of a function");
    const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole("button", { name: "Copy as curl" }).click();
    await expect.poll(readClipboard).toContain(`-X POST '${desk.server.url}/functions/v1/open'`);
    await page.getByRole("button", { name: "Copy as supabase-js" }).click();
    await expect.poll(readClipboard).toContain('.functions.invoke("open"');
    expect(await readClipboard()).not.toContain("eyJ");

    await viewAs(page, /^service_role/);
    await page.getByRole("button", { name: "Call broken" }).click();
    pageErrors.expectStatus(503);
    await page.getByRole("button", { name: "Call", exact: true }).click();
    await expect(response).toContainText("BOOT_ERROR", { timeout: 60_000 });
    await expect(page.getByText(/this module is broken/).first()).toBeVisible();
    await expect(
      page.getByText("Its process ended by itself. The log has the reason."),
    ).toBeVisible();
    await checkAccessibility(page, "a function that does not start");
  });

  test("a project without functions says how to add one", async ({ page }) => {
    const emptyDesk = await startDesk("select 1;");
    await openScreen(page, emptyDesk.link, "Functions");
    await expect(page.getByRole("heading", { name: "No functions" })).toBeVisible();
    await checkAccessibility(page, "no functions");
    // Leave the page first, because it would report that its server is gone.
    await page.goto("about:blank");
    await emptyDesk.stop();
  });
});
