import { defineConfig } from "@playwright/test";
import { chromium } from "../scripts/tools/chromium.mjs";
import type { Backing } from "./test.ts";

const browser = chromium();

/**
 * Every journey runs on the embedded database. Those tagged `@main` run in the first tier. Journeys tagged `@main` or
 * `@both` also run on PostgreSQL if TEST_DATABASE_URL names a server (`npm run test:full` starts one). Those tagged
 * `@postgres` run only there.
 */
export default defineConfig<object, Backing>({
  testDir: "journeys",
  outputDir: "test-results",
  globalSetup: "./shared-database.ts",
  fullyParallel: true,
  forbidOnly: Boolean(process.env["CI"]),
  retries: 0,
  workers: 2,
  // Allow much more time than any journey takes, because the machine may be busy. Each step has its own limit.
  timeout: 180_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  use: {
    browserName: "chromium",
    trace: "off",
    launchOptions: {
      args: browser.args,
      // In an ASCII locale, Chromium saves a file with another name as "download".
      env: { ...process.env, LC_ALL: "C.UTF-8" },
      ...(browser.executable ? { executablePath: browser.executable } : {}),
    },
  },
  projects: [
    {
      name: "pglite",
      grepInvert: /@postgres/,
      // Animations take a tenth of the processor time, so only the runs on PostgreSQL show them.
      use: { backing: "pglite", contextOptions: { reducedMotion: "reduce" } },
    },
    ...(process.env["TEST_DATABASE_URL"]
      ? [{ name: "postgres", grep: /@main|@both|@postgres/, use: { backing: "postgres" as const } }]
      : []),
  ],
});
