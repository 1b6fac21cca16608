/**
 * Measures the product's pages on a phone as Lighthouse simulates it (slow 4G, a four times slower processor),
 * against the built product on its embedded server. Prints an earlier result, the goal, and the current result.
 *
 *     npm run bench -- page
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium as playwright } from "playwright-core";
import { openSignedIn, ServerApi } from "../e2e/accounts.ts";
import { startServer } from "../e2e/server.ts";
import { Inbox } from "../packages/backend/src/testing/index.ts";
import { buildWeb } from "../scripts/build.mjs";
import { freePort } from "../scripts/process/free-port.mjs";
import { chromium } from "../scripts/tools/chromium.mjs";
import { measureInteractions } from "./instruments/interactions.ts";
import { loadLighthouse, type Report } from "./instruments/lighthouse.ts";

/** How often each page is measured. The median is used. */
const runCount = 3;

/** A row of the table: the earlier result, the goal, and a function that reads the value from a report. */
interface TableRow {
  readonly name: string;
  readonly earlier: string;
  readonly target: string;
  read(report: Report): number;
  readonly unit: string;
}

const scoreOf =
  (category: string) =>
  ({ categories }: Report) =>
    Math.round((categories[category]?.score ?? 0) * 100);
const secondsOf =
  (audit: string) =>
  ({ audits }: Report) =>
    (audits[audit]?.numericValue ?? Number.NaN) / 1000;
const kibibytesOf = (audit: string) => (report: Report) => {
  const { details, numericValue } = report.audits[audit] ?? {};
  const bytes = details?.type === "opportunity" ? details.overallSavingsBytes : numericValue;
  return (bytes ?? 0) / 1024;
};

const performance: TableRow = {
  name: "performance",
  earlier: "73",
  target: "100",
  unit: "",
  read: scoreOf("performance"),
};
const signInRows: readonly TableRow[] = [
  performance,
  ...["accessibility", "best-practices", "seo"].map((category) => ({
    name: category.replace("-", " "),
    earlier: "100",
    target: "100",
    unit: "",
    read: scoreOf(category),
  })),
  {
    name: "first contentful paint",
    earlier: "4.4",
    target: "≤ 1.0",
    unit: "s",
    read: secondsOf("first-contentful-paint"),
  },
  {
    name: "largest contentful paint",
    earlier: "4.5",
    target: "≤ 1.2",
    unit: "s",
    read: secondsOf("largest-contentful-paint"),
  },
  {
    name: "layout shift",
    earlier: "",
    target: "0",
    unit: "",
    read: ({ audits }) => audits["cumulative-layout-shift"]?.numericValue ?? Number.NaN,
  },
  {
    name: "total blocking time",
    earlier: "",
    target: "",
    unit: "s",
    read: secondsOf("total-blocking-time"),
  },
  {
    name: "bytes transferred",
    earlier: "560",
    target: "≤ 130",
    unit: "KiB",
    read: kibibytesOf("total-byte-weight"),
  },
  {
    name: "unused JavaScript",
    earlier: "272",
    target: "≤ 20",
    unit: "KiB",
    read: kibibytesOf("unused-javascript"),
  },
];
const notesRows: readonly TableRow[] = [{ ...performance, earlier: "", target: "≥ 98" }];

const { code, output } = await buildWeb();
if (code !== 0) throw new Error(output);
const lighthouse = await loadLighthouse();
const server = await startServer();
const profile = await mkdtemp(join(tmpdir(), "portico-bench-"));
const port = await freePort();
const { executable, args } = chromium();
const browser = await playwright.launchPersistentContext(profile, {
  ...(executable && { executablePath: executable }),
  args: [...args, `--remote-debugging-port=${port}`],
});
try {
  await printTable("signed out", `${server.url}/`, signInRows, { keepsSession: false });

  const api = new ServerApi(server.url, new Inbox(server.url));
  const account = await api.createAccount("bench@example.com");
  await api.createNotes(
    account,
    Array.from({ length: 1000 }, (_, index) => ({
      title: `Note ${index}`,
      body: "A few words to make it a note.",
    })),
  );
  const page = await browser.newPage();
  await openSignedIn(page, account, `${server.url}/`);
  await page.close();
  await printTable("notes, with a session", `${server.url}/notes`, notesRows, {
    keepsSession: true,
  });
  const { scrollingMs, actions } = await measureInteractions(browser, `${server.url}/notes`);
  printRow(["longest task of scrolling", "", "≤ 50", String(scrollingMs)], "ms");
  for (const [action, { responseMs, longestTaskMs }] of Object.entries(actions)) {
    printRow([`${action}, to the next paint`, "", "≤ 100", String(responseMs)], "ms");
    printRow([`${action}, longest task`, "", "≤ 50", String(longestTaskMs)], "ms");
  }
} finally {
  await browser.close();
  await server.stop();
  await rm(profile, { recursive: true, force: true });
}

/** Measures a page and prints the results. */
async function printTable(
  name: string,
  url: string,
  rows: readonly TableRow[],
  { keepsSession }: { keepsSession: boolean },
): Promise<void> {
  const reports: Report[] = [];
  for (let run = 0; run < runCount; run += 1) {
    const result = await lighthouse(url, {
      port,
      logLevel: "error",
      // Lighthouse's storage reset would clear the cache and sign the user out.
      disableStorageReset: keepsSession,
    });
    if (!result) throw new Error(`Lighthouse did not measure ${url}.`);
    reports.push(result.lhr);
  }
  process.stdout.write("\n");
  printRow([name, "earlier", "goal", "measured"], "");
  for (const { name: label, earlier, target, unit, read } of rows) {
    const medianValue = median(reports.map(read));
    const formatted = Number.isInteger(medianValue) ? String(medianValue) : medianValue.toFixed(2);
    printRow([label, earlier, target, formatted], unit);
  }
}

/** Prints a row of the table. */
function printRow([name = "", ...cells]: readonly string[], unit: string): void {
  const columns = cells.map((cell) => cell.padStart(10)).join("");
  process.stdout.write(`${name.padEnd(28)}${columns} ${unit}\n`);
}

function median(values: readonly number[]): number {
  return (
    values.toSorted((item, other) => item - other)[Math.floor(values.length / 2)] ?? Number.NaN
  );
}
