import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type DeskServer, openTable, startDesk, viewAs } from "../desk.ts";
import { expect, test } from "../test.ts";
import { checkAccessibility } from "../tour.ts";

const migration = `
  create table public.sales (day date primary key, total numeric not null);
  insert into public.sales select date '2026-01-01' + n, (n * 37) % 11 - 2 from generate_series(0, 11) as n;
  create table public.many (id int primary key, a text, b text, c numeric, d timestamptz default now());
  insert into public.many select n, 'Value ' || n, 'Other ' || n, n / 7.0 from generate_series(1, 1000000) as n;
  grant select on public.many to anon;`;

let desk: DeskServer;

test.describe("SQL in the desk", () => {
  test.describe.configure({ mode: "default" });
  test.beforeAll(async () => {
    desk = await startDesk(migration);
  });
  test.afterAll(() => desk.stop());

  test("a result is drawn as bars and as a line, and snippets are saved in the project", async ({
    page,
    pageErrors,
  }) => {
    await page.goto(desk.link);
    await page.getByRole("link", { name: "SQL" }).click();
    await page.getByRole("textbox", { name: "SQL" }).click();
    await page.keyboard.insertText("select day, total from sales order by day");
    // Close the list of completions, in case it has opened.
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByRole("button", { name: "Chart" }).click();
    await expect(page.getByRole("img", { name: "Result: total by day, 12 values" })).toBeVisible();
    await checkAccessibility(page, "a chart of bars");
    await page.getByRole("combobox", { name: "Chart" }).selectOption("Line");
    await expect(page.locator("polyline.chart-line")).toBeVisible();
    await checkAccessibility(page, "a chart of a line");

    await page.getByRole("button", { name: "Snippets" }).click();
    const dialog = page.getByRole("dialog", { name: "Snippets" });
    await dialog.getByLabel("Save the editor's text as").fill("Daily sales");
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("button", { name: "Daily sales", exact: true })).toBeVisible();
    const file = join(desk.project, "supabase/snippets/Daily sales.sql");
    expect(await readFile(file, "utf8")).toBe("select day, total from sales order by day");
    await checkAccessibility(page, "the snippets");
    await dialog.getByRole("button", { name: "Rename Daily sales" }).click();
    await dialog.getByLabel("New name of Daily sales").fill("../escape");
    pageErrors.expectStatus(400);
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("alert")).toContainText("A name has letters");
    await dialog.getByRole("button", { name: "Daily sales", exact: true }).click();
    await expect(dialog).toBeHidden();
  });

  test("a role gets the claims and headers that the developer writes", async ({ page }) => {
    await page.goto(desk.link);
    await page.getByRole("link", { name: "SQL" }).click();
    await viewAs(page, /^anon/);
    await page.getByRole("button", { name: /^As / }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Claims and headers").click();
    await dialog.getByLabel("Claims that replace").fill("{ not JSON");
    await dialog.getByRole("button", { name: "Apply", exact: true }).click();
    await expect(dialog.getByRole("alert")).toContainText("The claims are not JSON");
    await checkAccessibility(page, "the claims of a role");
    await dialog.getByLabel("Claims that replace").fill('{ "team": "red" }');
    await dialog.getByLabel("Headers of the request").fill('{ "x-tenant": "acme" }');
    await dialog.getByRole("button", { name: "Apply", exact: true }).click();
    await page.getByRole("textbox", { name: "SQL" }).click();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText(
      "select auth.jwt() ->> 'team', current_setting('request.headers')::json ->> 'x-tenant'",
    );
    await page.getByRole("button", { name: "Run" }).click();
    await expect(page.getByRole("cell")).toHaveText(["red", "acme"]);
  });

  test("a million rows scroll, and what blocked the page is reported", async ({ page }, {
    annotations,
  }) => {
    const grid = await openTable(page, desk.link, "many");
    await page.evaluate(() => {
      const tasks: number[] = [];
      Object.assign(window, { tasks });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks.push(Math.round(duration));
      }).observe({ type: "longtask" });
    });
    for (let pageNumber = 1; pageNumber <= 12; pageNumber++) {
      await expect
        .poll(async () => {
          await grid.evaluate(async (element) => {
            for (let index = 0; index < 20; index++) {
              element.scrollBy(0, 90);
              await new Promise(requestAnimationFrame);
            }
          });
          return Number(await grid.getByRole("row").last().getAttribute("aria-rowindex"));
        })
        .toBeGreaterThan(pageNumber * 50);
    }
    const tasks = await page.evaluate(() => (window as typeof window & { tasks: number[] }).tasks);
    const description = tasks.length === 0 ? "none" : `${tasks.length}: ${tasks.join(", ")} ms`;
    annotations.push({ type: "tasks above 50 ms while scrolling", description });
    console.info(`long tasks while scrolling: ${description}`);
    expect(await grid.getByRole("row").count()).toBeLessThan(80);
  });
});

test("an exposed desk asks for the secret key, and has no requests", async ({
  page,
  pageErrors,
}) => {
  const exposedDesk = await startDesk("select 1", {
    flags: ["--expose-desk"],
    env: { NODE_ENV: "production" },
  });
  try {
    const secret = /sb_secret_\S+/.exec(exposedDesk.server.output())?.[0] ?? "";
    pageErrors.expectStatus(401);
    await page.goto(exposedDesk.link);
    await expect(page.getByLabel("Secret key")).toBeVisible();
    await checkAccessibility(page, "the exposed desk");
    await page.getByLabel("Secret key").fill("sb_secret_this-is-not-the-key");
    await page.getByRole("button", { name: "Open" }).click();
    await expect(page.getByText("The server has refused this key.")).toBeVisible();
    await page.getByLabel("Secret key").fill(secret);
    await page.getByRole("button", { name: "Open" }).click();
    await expect(page.getByRole("heading", { name: "No tables yet" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Requests" })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "SQL" })).toBeVisible();
    // The screen must fill the window although the row with the time is missing.
    const main = await page.getByRole("main").boundingBox();
    const bottom = (main?.y ?? 0) + (main?.height ?? 0);
    expect(bottom).toBe(page.viewportSize()?.height);
  } finally {
    await exposedDesk.stop();
  }
});
