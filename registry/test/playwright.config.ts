import { defineConfig } from "@playwright/test";
import { chromium } from "../../scripts/tools/chromium.mjs";

const browser = chromium();

/** The applications for which every test runs: one uses Base UI, the other Radix UI. */
const fullyTested = ["vite", "nextjs"];

/** Tests the application that run.mjs serves. */
export default defineConfig({
  testDir: "walk",
  outputDir: "../test-results",
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  // For the other applications, only the tests that depend on server rendering and bundling run.
  ...(!fullyTested.includes(process.env["FRAMEWORK"] ?? "") && { grep: /@every/ }),
  use: {
    baseURL: process.env["APPLICATION"] ?? "",
    browserName: "chromium",
    trace: "off",
    launchOptions: {
      args: browser.args,
      ...(browser.executable ? { executablePath: browser.executable } : {}),
    },
  },
});
