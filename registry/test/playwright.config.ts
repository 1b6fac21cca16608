import { defineConfig } from "@playwright/test";
import { chromium } from "../../scripts/tools/chromium.mjs";

const browser = chromium();

/** These applications run every test: one uses Base UI, the other Radix UI. */
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
  // The other applications run only the tests that depend on server rendering and bundling.
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
