import { defineConfig } from "@playwright/test";
import { chromium } from "../../scripts/tools/chromium.mjs";

const browser = chromium();

/** Tests the built site in Chromium: see `scripts/test-nightly.mjs`. */
export default defineConfig({
  testDir: ".",
  testMatch: "*.chromium.ts",
  outputDir: "../test-results",
  fullyParallel: true,
  forbidOnly: Boolean(process.env["CI"]),
  retries: 0,
  workers: 2,
  timeout: 300_000,
  expect: { timeout: 20_000 },
  reporter: "list",
  use: {
    browserName: "chromium",
    trace: "off",
    launchOptions: {
      args: browser.args,
      ...(browser.executable ? { executablePath: browser.executable } : {}),
    },
  },
});
