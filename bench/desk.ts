/**
 * Measures the desk in Chromium on a table with a million rows, compared with a plain-text page: `npm run bench --
 * desk`
 */
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type BrowserContext, type Page, chromium as playwright } from "playwright-core";
import { startServer } from "../e2e/server.ts";
import { chromium } from "../scripts/tools/chromium.mjs";
import { formatVerdict, median, print, rounds } from "./instruments/measure.ts";

const table = `
  create table public.many (id int primary key, title text, notes text, price numeric, at timestamptz);
  insert into public.many
    select n, 'Title ' || n, repeat('note ', n % 20), n / 7.0, now() from generate_series(1, 1000000) n;
  analyze public.many`;

declare global {
  var longTasks: number[];
}

const root = fileURLToPath(new URL("..", import.meta.url));
// Run the server in a separate process, because Vite's build sets `NODE_ENV`, and a server in production has no desk.
execFileSync(process.execPath, [join(root, "node_modules/vite/bin/vite.js"), "build"], {
  cwd: join(root, "apps/desk"),
  stdio: "ignore",
});
const project = await mkdtemp(join(tmpdir(), "portico-bench-"));
await mkdir(join(project, "supabase/migrations"), { recursive: true });
await writeFile(join(project, "supabase/config.toml"), "");
await writeFile(join(project, "supabase/migrations/1_many.sql"), table);
const server = await startServer({ project, printsSecrets: true });
const link = await untilPrinted(/http\S+\/desk\/\S*(?=\s)/);
const { executable, args } = chromium();
const browser = await playwright.launch({
  ...(executable && { executablePath: executable }),
  args,
});
try {
  const firstOpens: number[] = [];
  const bareOpens: number[] = [];
  const longestTasks: number[] = [];
  for (let round = 0; round < rounds; round++) {
    bareOpens.push(await withContext(openBare));
    firstOpens.push(await withContext(openDesk));
    longestTasks.push(await withContext(measureScrolling));
  }
  const [desks, bares] = [median(firstOpens), median(bareOpens)];
  print(
    `at a load of ${loadavg()[0]?.toFixed(0)} on the machine, the first open until the list of tables is shown: ` +
      `${desks.toFixed(0)} ms, of 1,500 ms ${formatVerdict(desks / 1500, { atMost: 1 })}; ` +
      `a page of plain text from the same server takes ${bares.toFixed(0)} ms`,
  );
  print(
    `scrolling through 2,000 of a million rows, the longest task: ${median(longestTasks).toFixed(0)} ms ` +
      `(a long task has more than 50 ms; the rounds have ${longestTasks.map((ms) => ms.toFixed(0)).join(", ")})`,
  );
} finally {
  await browser.close();
  await server.stop();
  await rm(project, { recursive: true, force: true });
}

/** Waits until the server has printed a text. */
async function untilPrinted(pattern: RegExp): Promise<string> {
  for (;;) {
    const [found] = pattern.exec(server.output()) ?? [];
    if (found !== undefined) return found;
    await pause(50);
  }
}

/** Runs work in a browser profile without a cache. */
async function withContext(work: (context: BrowserContext) => Promise<number>): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}

function linkToTable(page: Page) {
  return page.getByRole("navigation", { name: "Tables" }).getByRole("link", { name: "many" });
}

async function openBare(context: BrowserContext): Promise<number> {
  const page = await context.newPage();
  const startedAt = performance.now();
  await page.goto(`${server.url}/health`);
  return performance.now() - startedAt;
}

async function openDesk(context: BrowserContext): Promise<number> {
  const page = await context.newPage();
  const startedAt = performance.now();
  await page.goto(link, { waitUntil: "commit" });
  await linkToTable(page).waitFor();
  return performance.now() - startedAt;
}

/** Returns the duration of the longest task while the grid scrolls; 0 if none took more than 50 ms. */
async function measureScrolling(context: BrowserContext): Promise<number> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    globalThis.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longTasks.push(duration);
    }).observe({ type: "longtask" });
  });
  await page.goto(link);
  await linkToTable(page).click();
  const grid = page.getByRole("grid", { name: "Rows of many" });
  await grid.getByRole("row").nth(20).waitFor();
  await page.evaluate(() => {
    longTasks = [];
  });
  for (let burst = 0; burst < 20; burst++) {
    await grid.evaluate(async (element) => {
      for (let step = 0; step < 20; step++) {
        element.scrollBy(0, 160);
        await new Promise(requestAnimationFrame);
      }
    });
  }
  return page.evaluate(() => Math.max(0, ...longTasks));
}
